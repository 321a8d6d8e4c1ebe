import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { listWithdrawablePurchases } from '#shared/contract/withdrawals.ts'
import { call, callOk, type SignedInUser } from '../kit/call.ts'
import { clock } from '../kit/clock.ts'
import { given, type TestAccount } from '../kit/given.ts'
import { unauthorized } from '../kit/api-error.ts'

let user: TestAccount
let other: TestAccount
beforeAll(async () => {
  user = await given.user()
  other = await given.user()
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

/** Returns the user's valid token with changed claims or header, signed by `signer`. */
const forged = (
  changes: { header?: object; claims?: object },
  signer: (text: string, signature: string) => string,
) => {
  const [header, claims, signature = ''] = user.accessToken.split('.')
  const text = `${encode({ ...decode(header), ...changes.header })}.${encode({ ...decode(claims), ...changes.claims })}`
  return `${text}.${signer(text, signature)}`
}

const keepSignature = (_text: string, signature: string) => signature
const unknownKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const withUnknownKey = (text: string) => sign('sha256', Buffer.from(text), unknownKey).toString('base64url')

const forgeries: readonly [string, () => string][] = [
  [
    'for another user, with the signature of a valid token',
    () => forged({ claims: { sub: other.userId } }, keepSignature),
  ],
  ['with a later expiry time', () => forged({ claims: { exp: 4_102_444_800 } }, keepSignature)],
  ['signed with an unknown key', () => forged({}, withUnknownKey)],
  [
    'of another user pool',
    () => forged({ claims: { iss: 'https://elsewhere.example/pool' } }, withUnknownKey),
  ],
  ['without a signature', () => forged({ header: { alg: 'none' } }, () => '')],
  [
    'signed with a public value',
    () =>
      forged({ header: { alg: 'HS256' } }, (text) =>
        createHmac('sha256', 'public').update(text).digest('base64url'),
      ),
  ],
  ['that is truncated', () => user.accessToken.slice(0, -8)],
  ['that is a refresh token', () => user.refreshToken],
]

/**
 * API Gateway verifies the tokens of the first operation. The second has optional authentication and verifies its own.
 */
const guarded = [getProfile, listWithdrawablePurchases] as const
const callAll = (as: SignedInUser) => Promise.all(guarded.map((operation) => call(operation, { as })))
const allUnauthorized = guarded.map(() => unauthorized)

describe('access tokens', () => {
  test.each(forgeries)('rejects a token %s', async (_what, token) => {
    expect(await callAll({ accessToken: token() })).toMatchObject(allUnauthorized)
  })

  test('rejects an ID token with a valid signature', async () => {
    for (const { status } of await callAll({ accessToken: user.idToken }))
      expect([401, 403]).toContain(status)
  })

  test('rejects an access token after 15 minutes', async () => {
    for (const operation of guarded) await callOk(operation, { as: user })
    const later = new Date((await clock.now()).getTime() + 15 * 60_000 + 1000)
    await clock.at(later.toISOString(), async () => {
      expect(await callAll(user)).toMatchObject(allUnauthorized)
    })
  })
})
