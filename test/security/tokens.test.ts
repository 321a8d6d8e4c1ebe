import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { getProfile } from '../../shared/contract/identity.ts'
import { call, callOk } from '../kit/call.ts'
import { clock } from '../kit/clock.ts'
import { given, type Person } from '../kit/given.ts'
import { unauthorized } from '../kit/refusal.ts'

let person: Person
beforeAll(async () => {
  person = await given.user()
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

/** The good token with other claims or another header, signed by `signer`. */
const forged = (
  changes: { header?: object; claims?: object },
  signer: (text: string, signature: string) => string,
) => {
  const [header, claims, signature = ''] = person.accessToken.split('.')
  const text = `${encode({ ...decode(header), ...changes.header })}.${encode({ ...decode(claims), ...changes.claims })}`
  return `${text}.${signer(text, signature)}`
}

const kept = (_text: string, signature: string) => signature
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const byStranger = (text: string) => sign('sha256', Buffer.from(text), stranger).toString('base64url')

const forgeries: readonly [string, () => string][] = [
  ['of somebody else, with the signature of a good one', () => forged({ claims: { sub: 'x' } }, kept)],
  ['that lasts longer than it was given for', () => forged({ claims: { exp: 4_102_444_800 } }, kept)],
  ['signed by a stranger', () => forged({}, byStranger)],
  ['of another pool', () => forged({ claims: { iss: 'https://elsewhere.example/pool' } }, byStranger)],
  ['without a signature', () => forged({ header: { alg: 'none' } }, () => '')],
  [
    'signed with a public word',
    () =>
      forged({ header: { alg: 'HS256' } }, (text) =>
        createHmac('sha256', 'public').update(text).digest('base64url'),
      ),
  ],
  ['cut short', () => person.accessToken.slice(0, -8)],
  ['that is a refresh token', () => person.refreshToken],
]

test.each(forgeries)('refuses a token %s', async (_what, token) => {
  expect(await call(getProfile, { as: { accessToken: token() } })).toMatchObject(unauthorized)
})

test('refuses an ID token, although it is well signed', async () => {
  expect([401, 403]).toContain((await call(getProfile, { as: { accessToken: person.idToken } })).status)
})

test('refuses a token that has run out, after a quarter of an hour', async () => {
  await callOk(getProfile, { as: person })
  const later = new Date((await clock.now()).getTime() + 15 * 60_000 + 1000)
  await clock.at(later.toISOString(), async () => {
    expect(await call(getProfile, { as: person })).toMatchObject(unauthorized)
  })
})
