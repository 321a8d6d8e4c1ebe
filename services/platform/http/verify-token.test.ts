import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const issuer = 'https://pool.example'
const client = 'client-1'
const now = new Date('2027-03-01T10:00:00Z')
const nowSeconds = now.getTime() / 1000

const own = await generateKeyPair('RS256')
const other = await generateKeyPair('RS256')

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Signs a token like one of the user pool, with other claims if they are given. */
const tokenWith = (claims: object = {}, key: Key | Uint8Array = own.privateKey, alg = 'RS256') =>
  new SignJWT({ sub: 'user-1', iss: issuer, client_id: client, exp: nowSeconds + 1, ...claims })
    .setProtectedHeader({ alg, kid: 'own' })
    .sign(key)

const withoutSignature = async () => {
  const [, claims] = (await tokenWith()).split('.')
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
}

/** Loads the module again, which stores the keys of the pool. */
const load = async (respond: () => Promise<Response>) => {
  vi.stubGlobal('fetch', respond)
  vi.resetModules()
  const { verifyToken } = await import('./verify-token.ts')
  return (token: string) => verifyToken(token, now)
}
const poolKeys = async () => Response.json({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own' }] })

beforeEach(() => {
  vi.stubEnv('TOKEN_KEYS_URL', `${issuer}/keys`)
  vi.stubEnv('TOKEN_ISSUER', issuer)
  vi.stubEnv('TOKEN_CLIENT_ID', client)
})

describe('verifyToken', () => {
  test('returns the claims of a token of our user pool and client', async () => {
    const verify = await load(poolKeys)
    expect(await verify(await tokenWith())).toMatchObject({ sub: 'user-1', client_id: client })
  })

  test.each<[string, () => Promise<string>]>([
    ['of another issuer', () => tokenWith({ iss: 'https://elsewhere.example' })],
    ['of another client', () => tokenWith({ client_id: 'client-2' })],
    ['without a client', () => tokenWith({ client_id: undefined })],
    ['that has expired', () => tokenWith({ exp: nowSeconds })],
    ['signed with another key', () => tokenWith({}, other.privateKey)],
    ['signed with a public value', () => tokenWith({}, Buffer.from('public'.repeat(8)), 'HS256')],
    ['without a signature', withoutSignature],
    ['that is no token', async () => 'x'],
  ])('rejects a token %s', async (_what, token) => {
    const verify = await load(poolKeys)
    await expect(verify(await token())).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('rejects a token that names none of the two keys that Cognito publishes', async () => {
    const keys = await Promise.all(
      [own, other].map(async ({ publicKey }, at) => ({
        ...(await exportJWK(publicKey)),
        kid: `key-${at}`,
        alg: 'RS256',
      })),
    )
    const verify = await load(async () => Response.json({ keys }))
    const [, claims, signature] = (await tokenWith()).split('.')
    const header = Buffer.from('{"alg":"RS256"}').toString('base64url')
    await expect(verify([header, claims, signature].join('.'))).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  test('fails unexpectedly if the keys of the pool cannot be loaded', async () => {
    const verify = await load(async () => new Response('', { status: 503 }))
    const error: unknown = await verify(await tokenWith()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('code', 'unauthorized')
  })
})
