import { type OkOf, type Operation, pathOf } from '#shared/contract/operation.ts'
import type { ErrorBody } from '#shared/contract/api-errors.ts'
import * as z from 'zod'
import { control, query } from './control.ts'
import { poll } from './poll.ts'
import { send } from './send.ts'
import { site } from './site.ts'

export interface Reply<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

/** The caller of an operation: anything with an access token. */
export interface SignedInUser {
  readonly accessToken: string
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

let clients = 0

/**
 * Returns another IP address for each call, so that rate limits by address do not make tests depend on each other.
 * RFC 2544 reserves the range for tests.
 */
export const newClient = (): string => {
  const n = (clients += 1) + process.pid * 997
  return `198.18.${(n >> 8) & 255}.${n & 255}`
}

/** Sends any request to the site. Returns a response body that is not JSON as text. */
export const callRaw = async (path: string, request: RawRequest = {}): Promise<Reply<unknown>> => {
  const { status, headers, text } = await send(`${site()}${path}`, {
    method: request.method ?? 'POST',
    headers: { 'x-local-client': newClient(), ...request.headers },
    body: request.body,
  })
  return { status, headers, body: parsed(text) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text // an HTML page or an empty body
  }
}

export interface CallOptions<O extends Operation> {
  readonly as?: SignedInUser
  /** The body of the contract, or an invalid one to test its rejection. */
  readonly body?: z.input<O['body']> | (object & {})
  readonly headers?: Readonly<Record<string, string>>
  /** The visitor's IP address. Rate limits count requests from the same address together. */
  readonly from?: string
}

/** Calls an operation over HTTP, as a browser does. */
export const call = async <O extends Operation>(
  operation: O,
  { as, body, headers, from }: CallOptions<O> = {},
): Promise<Reply<OkOf<O> | ErrorBody>> => {
  const reply = await callRaw(pathOf(operation), {
    headers: {
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as.accessToken}` }),
      ...(from === undefined ? {} : { 'x-local-client': from }),
      ...headers,
    },
    body: JSON.stringify(body ?? {}),
  })
  // The functions validate their replies against the contract, so this type holds.
  return reply as Reply<OkOf<O> | ErrorBody>
}

const logLines = z.array(z.object({ text: z.string() }))

/** Returns what a function logged about a request. The log arrives through a pipe, after the reply. */
const logOf = async (functionName: string, requestId: string | null): Promise<string> => {
  // The API rejected the request, so the function has not run.
  if (requestId === null) return 'nothing'
  try {
    return await poll(
      'the log',
      async () =>
        (await control('GET', `logs${query({ function: functionName })}`, logLines)).find(({ text }) =>
          text.includes(requestId),
        )?.text,
      1000,
    )
  } catch {
    // The reply is the error that matters.
    return 'nothing'
  }
}

/** Calls an operation and returns its validated body. Throws with the reply and the function's log if the call fails. */
export const callOk = async <O extends Operation>(
  operation: O,
  options: CallOptions<O> = {},
): Promise<OkOf<O>> => {
  const { status, body, headers } = await call(operation, options)
  if (status !== 200) {
    const log = await logOf(operation.name, headers.get('x-request-id'))
    throw new Error(`${operation.name} returned ${status}: ${JSON.stringify(body)}. It logged: ${log}`)
  }
  const checked: unknown = operation.ok.parse(body)
  return checked as OkOf<O>
}
