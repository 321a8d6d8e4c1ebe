import * as z from 'zod/mini'
import { maxBodyBytes } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { isFormOfOtherSite, servePage } from '#platform/http/serve-page.ts'
import type { RawResponse, RawRequest } from '#platform/http/serve-raw.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { signInByLink, type Tokens } from '#platform/user-pool/sign-in.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { type AddressChangeRepository, addressChangeRepository } from '../address-change.repository.ts'
import {
  claimPoolAddress,
  discardSignUpsOf,
  finishSignUp,
  type FinishSignUpDependencies,
} from '../finish-sign-up.ts'
import {
  type Link,
  type LinkRepository,
  linkRepository,
  linkTypes,
  type UserLink,
} from '../link.repository.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'
import { resetPaths } from '../reset-redirect.ts'
import { addressChangedPage, confirmationPage } from './page.ts'

interface Dependencies extends FinishSignUpDependencies {
  readonly accounts: AccountRepository
  readonly links: LinkRepository
  readonly addressChanges: Pick<AddressChangeRepository, 'canConfirm' | 'confirm' | 'findProfile'>
  readonly signInByLink: typeof signInByLink
  readonly siteUrl: string
}

const linkParameters = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)), type: z.enum(linkTypes) })

const privacyHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/**
 * Shows the confirmation page on `GET`, which changes nothing, and consumes the link on `POST`, which the
 * button on that page sends.
 */
export const handle = async (request: RawRequest, deps: Dependencies): Promise<RawResponse> => {
  const { method, query, bytes, now } = request
  const fields = method === 'POST' ? new URLSearchParams(bytes.toString('utf8')) : query
  const parameters = linkParameters.safeParse(Object.fromEntries(fields))
  if (!parameters.success) return expired(fields.get('type'), deps)
  const { token, type } = parameters.data
  const link = await deps.links.find(token, type, now)
  if (link === undefined) return expired(type, deps)
  if (isFormOfOtherSite(request))
    return redirect(`${deps.siteUrl}${paths.verifyLink}?${new URLSearchParams(parameters.data).toString()}`)
  if (method === 'POST') return useLink(link, token, deps, now)
  if (!(await isUsable(link, deps, now))) return expired(type, deps)
  return html(confirmationPage(link, token))
}

const html = (body: string): RawResponse => ({
  statusCode: 200,
  headers: { ...privacyHeaders, 'content-type': 'text/html; charset=utf-8' },
  body,
})

const redirect = (location: string): RawResponse => ({
  statusCode: 303,
  headers: { ...privacyHeaders, location },
})

const isLinkType = (type: string | null): type is Link['type'] => linkTypes.some((known) => known === type)

/**
 * Redirects with the same error for links that are used, expired or unknown, and with the type in the link's URL. A
 * recovery link redirects to the reset page, which explains how to get another link.
 */
const expired = (type: string | null, { siteUrl }: Dependencies): RawResponse => {
  const error = new URLSearchParams({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    ...(isLinkType(type) && { type }),
  })
  return redirect(`${siteUrl}${type === 'recovery' ? resetPaths[0] : paths.home}?${error.toString()}`)
}

const useLink = (link: Link, token: string, deps: Dependencies, now: Date): Promise<RawResponse> => {
  if (link.user_id === null) return restart(link, token, deps, now)
  const userLink = { ...link, user_id: link.user_id }
  return link.type === 'emailchange'
    ? changeAddress(userLink, token, deps, now)
    : signIn(userLink, token, deps, now)
}

/**
 * Returns whether the button of a link's page would work now. A link is void before it expires when its address has
 * another owner, its account has another address or, for a new address, its account has changed the password.
 */
const isUsable = async (
  { user_id: userId, ...link }: Link,
  { accounts, addressChanges }: Dependencies,
  now: Date,
): Promise<boolean> => {
  if (userId !== null && link.type === 'emailchange')
    return addressChanges.canConfirm({ ...link, user_id: userId }, now)
  const owner = await accounts.findIdByEmail(link.email)
  if (owner !== undefined && owner !== userId) return false
  return userId === null || (await addressChanges.findProfile(userId))?.email === link.email
}

/** Gives an account its new address. Signs nobody in and ends no session: the link may be opened on another device. */
const changeAddress = async (
  link: UserLink,
  token: string,
  deps: Dependencies,
  now: Date,
): Promise<RawResponse> => {
  const signInUrl = `${deps.siteUrl}${paths.login}`
  if (!(await deps.addressChanges.confirm(token, link, signInUrl, now))) return expired(link.type, deps)
  await updateUserPool(link, deps, now)
  return html(addressChangedPage(link.email))
}

/**
 * Discards the pending sign-ups of an address and redirects its owner to the sign-up page. The token is in the
 * fragment, which browsers send neither to a server nor as `Referer`. The sign-up consumes it, so until then the
 * button can be pressed again.
 */
const restart = async (link: Link, token: string, deps: Dependencies, now: Date): Promise<RawResponse> => {
  if ((await deps.accounts.findIdByEmail(link.email)) !== undefined) return expired(link.type, deps)
  await discardSignUpsOf(link.email, deps, now)
  const fragment = new URLSearchParams({ address_token: token, email: link.email })
  return redirect(`${deps.siteUrl}${link.redirect}#${fragment.toString()}`)
}

const signIn = async (link: UserLink, token: string, deps: Dependencies, now: Date): Promise<RawResponse> => {
  const tokens = await deps.signInByLink(link.user_id, token)
  if (tokens === undefined) return expired(link.type, deps)
  await updateUserPool(link, deps, now)
  return withTokens(link, tokens, deps)
}

/** Our own record is authoritative and the user is signed in, so a failure is only logged. */
const updateUserPool = async (link: UserLink, deps: Dependencies, now: Date): Promise<void> => {
  const { user_id: userId, email } = link
  try {
    if (link.type === 'signup' || link.type === 'emailchange')
      await finishSignUp({ userId, email }, deps, now)
    else await claimPoolAddress(userId, email, deps)
  } catch (error) {
    // `finish-sign-ups` repeats the steps of a sign-up or a new address within minutes.
    log.error('sign-up not finished', { userId, ...errorFields(error) })
  }
}

/** Redirects with the tokens in the fragment, which browsers send neither to a server nor as `Referer`. */
const withTokens = (link: Link, tokens: Tokens, { siteUrl }: Dependencies): RawResponse => {
  const fragment = new URLSearchParams({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    expires_in: String(tokens.expiresInSeconds),
    token_type: 'bearer',
    type: link.type,
  })
  return redirect(`${siteUrl}${link.redirect}#${fragment.toString()}`)
}

const table = new Table()
const deps: Dependencies = {
  accounts: accountRepository(table),
  addressChanges: addressChangeRepository(table),
  signUps: pendingSignUpRepository(table),
  links: linkRepository(table),
  userPool: userPoolAccounts,
  signInByLink,
  siteUrl: env('SITE_URL'),
}
export const handler = servePage('verify-link', maxBodyBytes, (request) => handle(request, deps))
