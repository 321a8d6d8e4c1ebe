import { describe, expect, test } from 'vitest'
import { poolId } from './fixture.ts'
import { createSrpClient, timestamp } from './srp-client.ts'
import { createCredential, openExchange, signatureMatches } from './srp.ts'

const userId = '7f3a2c1e-0000-4000-8000-000000000001'
const secretBlock = Buffer.from('a block').toString('base64')

const exchangeWith = (salt: Buffer, stored: string, typed: string): boolean => {
  const credential = createCredential(poolId, userId, stored, salt)
  const client = createSrpClient()
  const exchange = openExchange(credential, client.srpA)
  if (!exchange) throw new Error('The exchange was rejected')
  const response = client.respond(
    {
      USER_ID_FOR_SRP: userId,
      SALT: credential.salt.toString(16),
      SRP_B: exchange.publicHex,
      SECRET_BLOCK: secretBlock,
    },
    typed,
  )
  const signature = response['PASSWORD_CLAIM_SIGNATURE'] ?? ''
  return signatureMatches(exchange.sharedKey, { poolId, userId, secretBlock, timestamp, signature })
}

describe('SRP', () => {
  test.each([
    ['begins with a zero byte', '00112233445566778899aabbccddeeff'],
    ['begins with zero bytes and a set high bit', '0000ff33445566778899aabbccddeeff'],
    ['begins with a zero digit', '0f112233445566778899aabbccddeeff'],
    ['has its high bit set', 'ff112233445566778899aabbccddeeff'],
    ['is one', '00000000000000000000000000000001'],
  ])('derives the same key on both sides when the salt %s', (_, hex) => {
    expect(exchangeWith(Buffer.from(hex, 'hex'), 'correct horse', 'correct horse')).toBe(true)
  })

  test(
    'derives the same key on both sides in forty exchanges with random numbers',
    { timeout: 30_000 },
    () => {
      for (let round = 0; round < 40; round += 1) {
        const salt = Buffer.from(round.toString(16).padStart(32, '0'), 'hex')
        expect(exchangeWith(salt, `pässwörd ${round}`, `pässwörd ${round}`)).toBe(true)
      }
    },
  )

  test('derives another key from another password', () => {
    expect(exchangeWith(Buffer.alloc(16, 7), 'correct horse', 'correct horsf')).toBe(false)
  })

  test.each(['0', '', 'not hexadecimal', '0'.repeat(1025)])('rejects the client value %j', (srpA) => {
    const credential = createCredential(poolId, userId, 'correct horse')
    expect(openExchange(credential, srpA)).toBeNull()
  })
})
