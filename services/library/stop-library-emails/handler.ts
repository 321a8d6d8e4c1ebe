import * as z from 'zod/mini'
import { maxBodyBytes } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { renderConfirmationPage, renderResultPage } from '#platform/confirmation-page.ts'
import { servePage } from '#platform/http/serve-page.ts'
import type { RawRequest, RawResponse } from '#platform/http/serve-raw.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryEmailsRepository, libraryEmailsRepository } from '../library-emails.repository.ts'

export interface Dependencies {
  readonly emails: LibraryEmailsRepository
}

const linkFields = z.object({
  account: z.string().check(z.minLength(1), z.maxLength(100)),
  token: z.string().check(z.minLength(1), z.maxLength(100)),
})

const page = (statusCode: number, body: string): RawResponse => ({
  statusCode,
  headers: {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  },
  body,
})

const profileLink = { text: 'Go to your profile', path: paths.profile } as const

const invalid = page(
  400,
  renderResultPage({
    title: 'This link is incomplete',
    text: 'You can switch the monthly email off on your profile.',
    link: profileLink,
  }),
)

const stopped = page(
  200,
  renderResultPage({
    title: 'We’ve stopped the emails',
    text: 'You won’t get the monthly email about changes to the library any more. You can switch it on again on your profile.',
    link: profileLink,
  }),
)

/**
 * Stops the monthly email of one account. `GET` shows a page and changes nothing, because email scanners open links.
 * `POST` is sent by the button on that page, with the fields in the body, or by a mail program (RFC 8058), with them in
 * the address.
 */
export const handle = async (
  { method, query, bytes, now }: Pick<RawRequest, 'method' | 'query' | 'bytes' | 'now'>,
  { emails }: Dependencies,
): Promise<RawResponse> => {
  const fields = [...query, ...(method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : [])]
  const parsed = linkFields.safeParse(Object.fromEntries(fields))
  if (!parsed.success) return invalid
  const { account, token } = parsed.data
  if (method === 'POST') return (await emails.stop(account, token, now)) ? stopped : invalid
  return page(
    200,
    renderConfirmationPage({
      title: 'Stop the monthly email?',
      text: 'You won’t get any more emails about changes to the library. We’ll still send you all other emails.',
      facts: [],
      action: paths.stopLibraryEmails,
      fields: { account, token },
      button: 'Stop the emails',
    }),
  )
}

const deps: Dependencies = { emails: libraryEmailsRepository(new Table()) }
export const handler = servePage('stop-library-emails', maxBodyBytes, (request) => handle(request, deps))
