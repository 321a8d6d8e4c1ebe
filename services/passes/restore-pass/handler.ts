import * as z from 'zod/mini'
import { sessionId } from '#shared/contract/fields.ts'
import { isUsable } from '#shared/rules/pass.ts'
import { withdrawablePurchasesOf } from '#shared/rules/withdrawal.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf, sameSecret } from '#platform/crypto.ts'
import { env } from '#platform/env.ts'
import { servePage } from '#platform/http/serve-page.ts'
import type { RawResponse, RawRequest } from '#platform/http/serve-raw.ts'
import { Table } from '#platform/table/table.ts'
import { type GuestKeys, guestKeys } from '../guest-keys.ts'
import { type PassRepository, passRepository, type StoredPass } from '../pass.repository.ts'
import { restorePage, withdrawPage } from './page.ts'

interface Dependencies {
  readonly passes: PassRepository
  readonly guestKeys: GuestKeys
  readonly siteUrl: string
}

const linkFields = z.object({ pass: sessionId, token: z.string().check(z.maxLength(200)) })

const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const redirect = (location: string): RawResponse => ({
  statusCode: 303,
  headers: { ...privateHeaders, location },
})

/** Redirects to the live chat page, which sells passes. Used alike for expired passes and invalid links. */
const redirectWithError = (siteUrl: string): RawResponse => {
  const error = new URLSearchParams({
    error: 'pass_over',
    error_description: 'This chat pass is over or was refunded, or the link is incomplete.',
  })
  return redirect(`${siteUrl}${paths.liveChat}?${error.toString()}`)
}

interface RestorablePass {
  readonly stored: StoredPass
  readonly guestKey: string
  /** False if the pass is over: its key then only serves to withdraw from it. */
  readonly isUsable: boolean
}

/** Finds the pass of an emailed link if its token is valid, unless the pass is over and cannot be withdrawn from. */
const findByToken = async (
  fields: URLSearchParams,
  deps: Dependencies,
  now: Date,
): Promise<RestorablePass | undefined> => {
  const parsed = linkFields.safeParse(Object.fromEntries(fields))
  if (!parsed.success) return undefined
  const { pass: firstSessionId, token } = parsed.data
  if (!sameSecret(token, await deps.guestKeys.receiptTokenOf(firstSessionId))) return undefined
  const guestKey = await deps.guestKeys.keyOf(firstSessionId)
  const stored = await deps.passes.findByKeyHash(hashOf(guestKey))
  if (stored === undefined) return undefined
  const found = { stored, guestKey, isUsable: isUsable(stored.pass, now) }
  return found.isUsable || withdrawablePurchasesOf(stored.pass, now).length > 0 ? found : undefined
}

/**
 * Restores a guest key from the link in the pass email: on the live chat page, or on the page for withdrawals if the
 * pass is over. `GET` shows a page and changes nothing, because email scanners open links. `POST`, sent by the button
 * on that page, redirects with the key in the fragment, which browsers send to no server and in no `Referer`.
 */
export const handle = async (
  { method, query, bytes, now }: RawRequest,
  deps: Dependencies,
): Promise<RawResponse> => {
  const fields = method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : query
  const found = await findByToken(fields, deps, now)
  if (found === undefined) return redirectWithError(deps.siteUrl)
  if (method === 'POST') {
    const fragment = new URLSearchParams({ guest_key: found.guestKey })
    const page = found.isUsable ? paths.liveChat : paths.withdraw
    return redirect(`${deps.siteUrl}${page}#${fragment.toString()}`)
  }
  const token = fields.get('token') ?? ''
  return {
    statusCode: 200,
    headers: { ...privateHeaders, 'content-type': 'text/html; charset=utf-8' },
    body: found.isUsable ? restorePage(found.stored, token) : withdrawPage(found.stored, token, now),
  }
}

const deps: Dependencies = {
  passes: passRepository(new Table()),
  guestKeys,
  siteUrl: env('SITE_URL'),
}
export const handler = servePage('restore-pass', maxBodyBytes, (request) => handle(request, deps))
