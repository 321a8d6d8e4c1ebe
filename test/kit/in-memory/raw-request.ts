import type { RawRequest } from '#platform/http/serve-raw.ts'

interface Sent {
  /** Default: POST. */
  readonly method?: string
  readonly query?: URLSearchParams
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly now: Date
}

/** Returns a request to a page or webhook. The names of headers are in lower case. */
export const rawRequest = ({
  method = 'POST',
  query = new URLSearchParams(),
  body = '',
  headers = {},
  now,
}: Sent): RawRequest => ({
  method,
  parameters: {},
  query,
  bytes: Buffer.from(body),
  header: (name) => headers[name],
  now,
  client: { address: '198.18.0.1' },
})
