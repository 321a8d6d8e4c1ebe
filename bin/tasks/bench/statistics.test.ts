import { describe, expect, test } from 'vitest'
import { ratioOf, spreadOf, spreadText } from './statistics.ts'

describe('the spread of values', () => {
  test('is the median and the quartiles, in any order of the values', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 })
  })

  test('is interpolated between two values', () => {
    expect(spreadOf([1, 2])).toEqual({ median: 1.5, low: 1.25, high: 1.75 })
  })

  test('needs a value', () => {
    expect(() => spreadOf([])).toThrow('No values')
  })

  test('is shown with two digits', () => {
    expect(spreadText({ median: 1.041, low: 0.98, high: 1.1 })).toBe('1.04 (0.98 to 1.10)')
  })
})

describe('the ratio of values that were measured in turn', () => {
  test('compares each value with the other one of its round', () => {
    // The machine was half as fast in the second round, which affected both.
    expect(ratioOf([110, 220, 110], [100, 200, 100])).toEqual({ median: 1.1, low: 1.1, high: 1.1 })
  })

  test('needs as many values of both', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow('of its round')
  })
})
