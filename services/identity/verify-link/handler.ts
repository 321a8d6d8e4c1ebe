import * as z from 'zod'
import { maxBodyBytes } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { faultFields, log } from '../../platform/log.ts'
import { Table } from '../../platform/table/table.ts'
import { type Link, linkRepository, linkTypes } from '../link.repository.ts'
import { userPoolAccounts } from '../../platform/user-pool/accounts.ts'
import { signInByLink, type Tokens } from '../../platform/user-pool/sign-in.ts'
import { resetPaths } from '../reset-landing.ts'
import { confirmationPage } from './page.ts'

const linkQuery = z.object({ token: z.string().regex(/^[\w-]{43}$/), type: z.enum(linkTypes) })

const siteUrl = env('SITE_URL')
const links = linkRepository(new Table())

const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const redirect = (location: string): RawReply => ({ statusCode: 303, headers: { ...privately, location } })

/**
 * Used, run out, of another type or never ours: all the same to the person, and all told alike. Where a new
 * password was wanted, the page for that tells how to get another link.
 */
const expired = (type: unknown): RawReply => {
  const error = new URLSearchParams({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
  return redirect(`${siteUrl}${type === 'recovery' ? resetPaths[0] : '/'}?${error.toString()}`)
}

/** The tokens travel in the fragment, which no server and no `Referer` ever sees. */
const withTokens = (link: Link, tokens: Tokens): RawReply => {
  const fragment = new URLSearchParams({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    expires_in: String(tokens.expiresInSeconds),
    token_type: 'bearer',
    type: link.type,
  })
  return redirect(`${siteUrl}${link.redirect}#${fragment.toString()}`)
}

const useLink = async (link: Link, token: string): Promise<RawReply> => {
  const tokens = await signInByLink(link.user_id, token)
  if (tokens === undefined) return expired(link.type)
  await markVerified(link)
  return withTokens(link, tokens)
}

/** Our own record decides; the pool's attribute follows, and a failure must not cost the person the link. */
const markVerified = async (link: Link) => {
  try {
    await userPoolAccounts.markVerified(link.user_id)
  } catch (fault) {
    log.warn('the pool did not note a verified address', { userId: link.user_id, ...faultFields(fault) })
  }
}

/**
 * A form of another site could press the button unseen and sign somebody into an account that is not theirs:
 * such a press only gets the page to look at. Browsers say where a request comes from; `Origin` would not
 * do, because pages without a referrer send it as `null`.
 */
const isPressedElsewhere = (from: string | undefined) => from !== undefined && from !== 'same-origin'

/** `GET` shows the page and changes nothing; `POST`, which a person's press of the button sends, uses the link. */
export const handler = serveRaw(
  'verify-link',
  maxBodyBytes,
  async ({ method, query, bytes, header, now }) => {
    const fields = method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : query
    const asked = linkQuery.safeParse(Object.fromEntries(fields))
    const link = asked.success ? await links.find(asked.data.token, asked.data.type, now) : undefined
    if (!asked.success || link === undefined) return expired(fields.get('type'))
    if (method === 'POST' && isPressedElsewhere(header('sec-fetch-site')))
      return redirect(`${siteUrl}/auth/verify?${new URLSearchParams(asked.data).toString()}`)
    if (method === 'POST') return useLink(link, asked.data.token)
    return {
      statusCode: 200,
      headers: { ...privately, 'content-type': 'text/html; charset=utf-8' },
      body: confirmationPage(link, asked.data.token),
    }
  },
)
