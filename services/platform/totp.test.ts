import { describe, expect, test } from 'vitest'
import { acceptedSteps, newTotpKey, stepOf, totpCode, totpUri } from './totp.ts'

/** The key of RFC 6238, appendix B: the ASCII text `12345678901234567890`. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('one-time passwords', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('have the value of RFC 6238 after %i seconds', (seconds, code) => {
    const time = new Date(seconds * 1000)
    expect(totpCode(key, time, 8)).toBe(code)
    expect(totpCode(key, time)).toBe(code.slice(2))
  })

  test('change every 30 seconds', () => {
    const at = (text: string) => totpCode(key, new Date(text))
    expect(at('2027-03-01T10:00:00Z')).toBe(at('2027-03-01T10:00:29.999Z'))
    expect(at('2027-03-01T10:00:30Z')).not.toBe(at('2027-03-01T10:00:00Z'))
    expect(stepOf(new Date('2027-03-01T10:00:29.999Z')).toISOString()).toBe('2027-03-01T10:00:00.000Z')
  })

  test('are accepted for one step each way', () => {
    expect(acceptedSteps(new Date('2027-03-01T10:00:31Z')).map((step) => step.toISOString())).toEqual([
      '2027-03-01T10:00:00.000Z',
      '2027-03-01T10:00:30.000Z',
      '2027-03-01T10:01:00.000Z',
    ])
  })

  test('have keys of 160 random bits', () => {
    const keys = Array.from({ length: 50 }, newTotpKey)
    for (const one of keys) expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(new Set(keys).size).toBe(50)
  })

  test('reject a key that is not Base32', () => {
    expect(() => totpCode('abc1', new Date())).toThrow('not Base32')
  })

  test('have a link that names product and account', () => {
    expect(totpUri(key, { issuer: 'A & B', account: 'a+b@c.example' })).toBe(
      `otpauth://totp/A%20%26%20B:a%2Bb%40c.example?secret=${key}&issuer=A%20%26%20B`,
    )
  })
})
