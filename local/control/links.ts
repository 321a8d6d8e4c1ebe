import { setTimeout as sleep } from 'node:timers/promises'
import type { Cloud } from '#local/cloud/cloud.ts'
import { firstHeader } from '#local/kit/http.ts'
import { request } from './site-client.ts'

export interface Tokens {
  readonly accessToken: string
  readonly idToken: string
  readonly refreshToken: string
}

const emailWithLink = ({ aws }: Cloud, address: string) =>
  aws
    .emails()
    .findLast(({ to, links }) => to === address && links.some((link) => link.includes('/auth/verify')))

const pollMs = 10

/** Resolves when another email with a link arrives for an address. Rejects when `signal` aborts. */
export const waitForEmail = async (cloud: Cloud, address: string, signal: AbortSignal): Promise<void> => {
  const earlier = emailWithLink(cloud, address)
  while (emailWithLink(cloud, address)?.id === earlier?.id) await sleep(pollMs, undefined, { signal })
}

const newestLink = async (cloud: Cloud, address: string): Promise<URL> => {
  const { dynamodb, site } = cloud
  await dynamodb.waitForStreams()
  const email = emailWithLink(cloud, address)
  const link = email?.links.find((candidate) => candidate.startsWith(`${site}/auth/verify`))
  if (!link) throw new Error(`No email with a link arrived for ${address}: is the address verified already?`)
  return new URL(link)
}

const userIdIn = (accessToken: string): string => {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()
  const claims: { sub: string } = JSON.parse(payload)
  return claims.sub
}

/** Opens the newest emailed link of an address and presses the button. The tokens are in the redirect. */
export const useEmailedLink = async (
  cloud: Cloud,
  address: string,
): Promise<{ userId: string; accessToken: string; refreshToken: string }> => {
  const link = await newestLink(cloud, address)
  const response = await request(cloud.handle, 'POST', `${cloud.site}${link.pathname}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: cloud.site },
    body: link.searchParams.toString(),
  })
  const location = firstHeader(response.headers, 'location') ?? ''
  const fragment = new URLSearchParams(location.slice(location.indexOf('#') + 1))
  const accessToken = fragment.get('access_token')
  if (response.status !== 303 || !accessToken)
    throw new Error(`The link of ${address} returned ${response.status} ${location.split('#')[0]}`)
  return { userId: userIdIn(accessToken), accessToken, refreshToken: fragment.get('refresh_token') ?? '' }
}

/** Calls the user pool and returns the tokens of its response. Throws when the response has none. */
export const requestTokens = async (
  { cognito }: Cloud,
  action: string,
  body: Record<string, unknown>,
): Promise<{ accessToken: string; idToken: string; refreshToken: string | undefined }> => {
  const reply = await cognito.handle(action, body)
  const { AuthenticationResult: result } = reply.body as {
    AuthenticationResult?: { AccessToken: string; IdToken: string; RefreshToken?: string }
  }
  if (reply.status !== 200 || !result)
    throw new Error(`${action} returned ${reply.status}: ${JSON.stringify(reply.body)}`)
  return { accessToken: result.AccessToken, idToken: result.IdToken, refreshToken: result.RefreshToken }
}

/** Gets new tokens for a refresh token, as the pages do. */
export const refreshTokens = async (cloud: Cloud, refreshToken: string): Promise<Tokens> => {
  const [client] = cloud.model.cognito.clients
  const tokens = await requestTokens(cloud, 'GetTokensFromRefreshToken', {
    ClientId: client?.id,
    RefreshToken: refreshToken,
  })
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
}
