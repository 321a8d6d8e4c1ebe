import * as z from 'zod'
import { sessionId } from '../../../shared/contract/fields.ts'
import { isUsable } from '../../../shared/rules/pass.ts'
import { maxBodyBytes } from '../../../shared/values/limits.ts'
import { hashOf, sameSecret } from '../../platform/crypto.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { Table } from '../../platform/table/table.ts'
import { guestKeys } from '../guest-keys.ts'
import { type HeldPass, passRepository } from '../pass.repository.ts'
import { returnPage } from './page.ts'

const linkQuery = z.object({ pass: sessionId, token: z.string().max(200) })

const siteUrl = env('SITE_URL')
const passes = passRepository(new Table())

const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const redirect = (location: string): RawReply => ({ statusCode: 303, headers: { ...privately, location } })

/** Over, or never ours: all the same to the person, and told alike, where another pass is sold. */
const expired = (): RawReply => {
  const error = new URLSearchParams({
    error: 'pass_over',
    error_description: 'This chat pass is over, or the link is not complete.',
  })
  return redirect(`${siteUrl}/livechat?${error.toString()}`)
}

interface Found {
  readonly held: HeldPass
  readonly guestKey: string
}

/** The pass that the link of a receipt speaks of, while it lasts. */
const passOf = async (fields: URLSearchParams, now: Date): Promise<Found | undefined> => {
  const asked = linkQuery.safeParse(Object.fromEntries(fields))
  if (!asked.success) return undefined
  const { pass: root, token } = asked.data
  if (!sameSecret(token, await guestKeys.wayBackOf(root))) return undefined
  const guestKey = await guestKeys.keyOf(root)
  const held = await passes.byKeyHash(hashOf(guestKey))
  return held && isUsable(held.pass, now) ? { held, guestKey } : undefined
}

/**
 * The way back to a guest pass from its receipt. `GET` shows a page and changes nothing; `POST`, which a
 * person's press of the button sends, brings the key in the fragment, which no server and no `Referer` sees.
 */
export const handler = serveRaw('return-pass', maxBodyBytes, async ({ method, query, bytes, now }) => {
  const fields = method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : query
  const found = await passOf(fields, now)
  if (found === undefined) return expired()
  if (method === 'POST') {
    const fragment = new URLSearchParams({ guest_key: found.guestKey })
    return redirect(`${siteUrl}/livechat#${fragment.toString()}`)
  }
  return {
    statusCode: 200,
    headers: { ...privately, 'content-type': 'text/html; charset=utf-8' },
    body: returnPage(found.held, fields.get('token') ?? ''),
  }
})
