import { setTimeout as sleep } from 'node:timers/promises'
import type { Cloud } from '../cloud/cloud.ts'
import { firstHeader } from '../http.ts'
import { request } from './site-client.ts'

export interface Tokens {
  readonly accessToken: string
  readonly idToken: string
  readonly refreshToken: string
}

const mailWithLink = ({ aws }: Cloud, email: string) =>
  aws.mails().findLast(({ to, links }) => to === email && links.some((link) => link.includes('/auth/verify')))

const lookEveryMs = 10

/** Resolves when a further mail with a link has come for an address; rejects when nobody waits any longer. */
export const mailComes = async (cloud: Cloud, email: string, signal: AbortSignal): Promise<void> => {
  const earlier = mailWithLink(cloud, email)
  while (mailWithLink(cloud, email)?.id === earlier?.id) await sleep(lookEveryMs, undefined, { signal })
}

const mailedLink = async (cloud: Cloud, email: string): Promise<URL> => {
  const { dynamodb, site } = cloud
  await dynamodb.settle()
  const mail = mailWithLink(cloud, email)
  const link = mail?.links.find((candidate) => candidate.startsWith(`${site}/auth/verify`))
  if (!link) throw new Error(`No mail with a link came for ${email}: was the address verified before?`)
  return new URL(link)
}

/** Opens the newest mailed link of an address and presses its button: the tokens are in the redirect. */
export const followLink = async (
  cloud: Cloud,
  email: string,
): Promise<{ userId: string; accessToken: string; refreshToken: string }> => {
  const link = await mailedLink(cloud, email)
  const response = await request(cloud.handle, 'POST', `${cloud.site}${link.pathname}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: cloud.site },
    body: link.searchParams.toString(),
  })
  const landing = firstHeader(response.headers, 'location') ?? ''
  const fragment = new URLSearchParams(landing.slice(landing.indexOf('#') + 1))
  const accessToken = fragment.get('access_token')
  if (response.status !== 303 || !accessToken)
    throw new Error(`The link of ${email} led to ${response.status} ${landing.split('#')[0]}`)
  const claims: { sub: string } = JSON.parse(
    Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString(),
  )
  return { userId: claims.sub, accessToken, refreshToken: fragment.get('refresh_token') ?? '' }
}

/** New tokens for a sign-in, as the pages fetch them. */
export const freshTokens = async ({ cognito, model }: Cloud, refreshToken: string): Promise<Tokens> => {
  const [client] = model.people.clients
  const { status, body } = await cognito.handle('GetTokensFromRefreshToken', {
    ClientId: client?.id,
    RefreshToken: refreshToken,
  })
  const { AuthenticationResult: result } = body as {
    AuthenticationResult?: { AccessToken: string; IdToken: string; RefreshToken?: string }
  }
  if (status !== 200 || !result)
    throw new Error(`GetTokensFromRefreshToken answered ${status}: ${JSON.stringify(body)}`)
  return {
    accessToken: result.AccessToken,
    idToken: result.IdToken,
    refreshToken: result.RefreshToken ?? refreshToken,
  }
}
