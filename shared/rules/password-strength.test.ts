import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('passwordStrength', () => {
  test.each([
    ['', 0, 'Weak'],
    ['abc', 15, 'Weak'],
    ['abcdef', 30, 'Fair'],
    ['abcdefgh', 40, 'Fair'],
    ['Abcdef', 45, 'Fair'],
    ['abcdefghijkl', 50, 'Good'],
    ['Abcde1', 60, 'Good'],
    ['Abcdefgh', 55, 'Good'],
    ['Abcdefg1', 70, 'Strong'],
    ['Abcde1!', 75, 'Strong'],
    ['Abcdefghijk1!', 95, 'Strong'],
    ['Abcdefghijklmno1!', 105, 'Strong'],
  ])('scores %j with %i points: %s', (password, score, band) => {
    expect(passwordStrength(password)).toEqual({ score, band })
  })

  test('counts each criterion once', () => {
    expect(passwordStrength('!!!!!').score).toBe(passwordStrength('!').score)
  })

  test('does not count white space as a symbol', () => {
    expect(passwordStrength(' ').score).toBe(0)
  })

  test('the score never decreases when characters are added', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (start, more) => {
        expect(passwordStrength(start + more).score).toBeGreaterThanOrEqual(passwordStrength(start).score)
      }),
    )
  })

  test('the score is between 0 and 105, in steps of 5', () => {
    fc.assert(
      fc.property(fc.string(), (password) => {
        const { score } = passwordStrength(password)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(105)
        expect(score % 5).toBe(0)
      }),
    )
  })
})
