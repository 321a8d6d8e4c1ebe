import * as z from 'zod/mini'
import { sessionId } from '#shared/contract/fields.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { isUsable, type Pass, passReversalOf } from '#shared/rules/pass.ts'
import { withdrawablePurchasesOf } from '#shared/rules/withdrawal.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf, sameSecret } from '#platform/crypto.ts'
import { env } from '#platform/env.ts'
import { isFormOfOtherSite, servePage } from '#platform/http/serve-page.ts'
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

const reversalTexts: Readonly<Record<ReversalReason, string>> = {
  refunded: 'The payment for this chat pass was refunded, so you can no longer use the pass.',
  disputed:
    'The payment for this chat pass is disputed, so you can’t use the pass until your bank has decided. You don’t need to pay again.',
  dispute_lost: 'Your bank has returned the payment for this chat pass, so you can no longer use the pass.',
}

/**
 * Redirects to the live chat page, which sells passes. Used alike for expired passes and invalid links. The holder of a
 * valid link gets to know whether the payment was refunded or is disputed.
 */
const redirectWithError = (siteUrl: string, pass?: Pass): RawResponse => {
  const reversal = pass && passReversalOf(pass)
  const error = new URLSearchParams({
    error: 'pass_over',
    error_description:
      reversal === undefined ? 'This chat pass is over, or the link is incomplete.' : reversalTexts[reversal],
  })
  return redirect(`${siteUrl}${paths.liveChat}?${error.toString()}`)
}

interface LinkedPass {
  readonly stored: StoredPass
  readonly guestKey: string
}

/** Finds the pass of an emailed link if its token is valid. */
const findByToken = async (fields: URLSearchParams, deps: Dependencies): Promise<LinkedPass | undefined> => {
  const parsed = linkFields.safeParse(Object.fromEntries(fields))
  if (!parsed.success) return undefined
  const { pass: firstSessionId, token } = parsed.data
  if (!sameSecret(token, await deps.guestKeys.receiptTokenOf(firstSessionId))) return undefined
  const guestKey = await deps.guestKeys.keyOf(firstSessionId)
  const stored = await deps.passes.findByKeyHash(hashOf(guestKey))
  return stored && { stored, guestKey }
}

/**
 * Restores a guest key from the link in the pass email: on the live chat page, or on the page for withdrawals if the
 * pass is over. `GET` shows a page and changes nothing, because email scanners open links. `POST`, sent by the button
 * on that page, redirects with the key in the fragment, which browsers send to no server and in no `Referer`.
 */
export const handle = async (request: RawRequest, deps: Dependencies): Promise<RawResponse> => {
  const { method, query, bytes, now } = request
  const fields = method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : query
  const found = await findByToken(fields, deps)
  if (found === undefined) return redirectWithError(deps.siteUrl)
  const { stored, guestKey } = found
  const usable = isUsable(stored.pass, now)
  // The key of a pass that is over only serves to withdraw from it.
  if (!usable && withdrawablePurchasesOf(stored.pass, now).length === 0)
    return redirectWithError(deps.siteUrl, stored.pass)
  const token = fields.get('token') ?? ''
  if (isFormOfOtherSite(request)) {
    const link = new URLSearchParams({ pass: stored.firstSessionId, token })
    return redirect(`${deps.siteUrl}${paths.restorePass}?${link.toString()}`)
  }
  if (method === 'POST') {
    const fragment = new URLSearchParams({ guest_key: guestKey })
    const page = usable ? paths.liveChat : paths.withdraw
    return redirect(`${deps.siteUrl}${page}#${fragment.toString()}`)
  }
  return {
    statusCode: 200,
    headers: { ...privateHeaders, 'content-type': 'text/html; charset=utf-8' },
    body: usable ? restorePage(stored, token) : withdrawPage(stored, token, now),
  }
}

const deps: Dependencies = {
  passes: passRepository(new Table()),
  guestKeys,
  siteUrl: env('SITE_URL'),
}
export const handler = servePage('restore-pass', maxBodyBytes, (request) => handle(request, deps))
