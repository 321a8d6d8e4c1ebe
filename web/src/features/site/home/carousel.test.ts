import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slideAfter, slideAt } from './carousel.ts'

test('a step past the last slide leads to the first, and back', () => {
  expect(slideAfter(2, 1, 3)).toBe(0)
  expect(slideAfter(0, -1, 3)).toBe(2)
  expect(slideAfter(0, 1, 3)).toBe(1)
})

test('as many steps as there are slides lead round to where they began', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), fc.constantFrom(1, -1), (count, start, step) => {
      const first = start % count
      let index = first
      for (let steps = 0; steps < count; steps++) index = slideAfter(index, step, count)
      expect(index).toBe(first)
    }),
  )
})

test('an empty carousel stays where it is', () => {
  expect(slideAfter(0, 1, 0)).toBe(0)
})

test('half-way between two slides counts as the nearer one', () => {
  expect(slideAt(0, 300, 3)).toBe(0)
  expect(slideAt(290, 300, 3)).toBe(1)
  expect(slideAt(9000, 300, 3)).toBe(2)
  expect(slideAt(10, 0, 3)).toBe(0)
})
