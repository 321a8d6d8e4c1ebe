import { describe, expect, test } from 'vitest'
import { newSharedToken, newToken } from './crypto.ts'

describe('tokens', () => {
  test('have 256 random bits', () => {
    const tokens = Array.from({ length: 100 }, () => newToken())
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('that are shared publicly have 128 random bits', () => {
    expect(newSharedToken()).not.toBe(newSharedToken())
    expect(Buffer.from(newSharedToken(), 'base64url')).toHaveLength(16)
  })
})
