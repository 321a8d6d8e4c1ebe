import { describe, expect, test } from 'vitest'
import { dispositionOf } from './client.ts'

describe('dispositionOf', () => {
  test.each([
    ['Rent review.pdf', `inline; filename="Rent review.pdf"; filename*=UTF-8''Rent%20review.pdf`],
    ['Bürgschaft.pdf', `inline; filename="B_rgschaft.pdf"; filename*=UTF-8''B%C3%BCrgschaft.pdf`],
    ['a"; x="b.pdf', `inline; filename="a_; x=_b.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b.pdf`],
    ["a\r\nX: 'b'\\.pdf", `inline; filename="a__X: 'b'_.pdf"; filename*=UTF-8''a%0D%0AX%3A%20%27b%27%5C.pdf`],
  ])('encodes the name %j, so that it ends neither its quotes nor the header', (name, header) => {
    expect(dispositionOf(name)).toBe(header)
  })
})
