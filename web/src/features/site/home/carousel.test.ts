import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slideAfter, slideAt } from './carousel.ts'

describe('carousel', () => {
  test('wraps from the last slide to the first and back', () => {
    expect(slideAfter(2, 1, 3)).toBe(0)
    expect(slideAfter(0, -1, 3)).toBe(2)
    expect(slideAfter(0, 1, 3)).toBe(1)
  })

  test('returns to the starting slide after one step per slide', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), fc.constantFrom(1, -1), (count, start, step) => {
        const first = start % count
        let index = first
        for (let steps = 0; steps < count; steps++) index = slideAfter(index, step, count)
        expect(index).toBe(first)
      }),
    )
  })

  test('stays at index 0 without slides', () => {
    expect(slideAfter(0, 1, 0)).toBe(0)
  })

  test('picks the slide nearest to the scroll position', () => {
    expect(slideAt(0, 300, 3)).toBe(0)
    expect(slideAt(290, 300, 3)).toBe(1)
    expect(slideAt(9000, 300, 3)).toBe(2)
    expect(slideAt(10, 0, 3)).toBe(0)
  })
})
