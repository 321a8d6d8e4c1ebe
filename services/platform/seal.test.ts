import { describe, expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const mine = { secret: 'a stage secret', context: 'second-factor:user-1' }

describe('sealed texts', () => {
  test('can be read with the same secret and context', () => {
    for (const text of ['', 'GEZDGNBV', 'Siân'.repeat(100)]) expect(unseal(seal(text, mine), mine)).toBe(text)
  })

  test('do not contain the text and differ each time', () => {
    const sealed = seal('GEZDGNBV', mine)
    expect(sealed).not.toBe(seal('GEZDGNBV', mine))
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('GEZDGNBV')
  })

  test.each([
    ['with another secret', { ...mine, secret: 'another' }],
    ['of another account', { ...mine, context: 'second-factor:user-2' }],
  ])('cannot be read %s', (_how, other) => {
    expect(() => unseal(seal('GEZDGNBV', mine), other)).toThrow('authenticate data')
  })

  test('cannot be changed or shortened', () => {
    const bytes = Buffer.from(seal('GEZDGNBV', mine), 'base64url')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => unseal(bytes.toString('base64url'), mine)).toThrow('authenticate data')
    expect(() => unseal('', mine)).toThrow('Invalid')
    expect(() => unseal(seal('GEZDGNBV', mine).slice(0, 20), mine)).toThrow('Invalid')
  })
})
