import { describe, expect, test } from 'vitest'
import { formattedPostcode } from './postcode.ts'

describe('formattedPostcode', () => {
  test.each([
    ['zz11zz', 'ZZ1 1ZZ'],
    ['ZZ1 1ZZ', 'ZZ1 1ZZ'],
    ['zz1  1zz', 'ZZ1 1ZZ'],
    ['z11zz', 'Z1 1ZZ'],
    ['zz1a1zz', 'ZZ1A 1ZZ'],
    ['zz 111 zz', 'ZZ11 1ZZ'],
  ])('writes %j as %j', (typed, written) => {
    expect(formattedPostcode(typed)).toBe(written)
  })

  test.each(['D02 X285', 'd6w xy12', '1234 ab', 'k1a 0b1', 'hm 12', 'Zz1 1', 'see the letter'])(
    'leaves %j as typed, because it is not in the form of a British postcode',
    (typed) => {
      expect(formattedPostcode(typed)).toBe(typed)
    },
  )
})
