import { expect, test } from 'vitest'
import { compareCodeUnits } from './compare-code-units.ts'

test('machine values are sorted by their characters, whatever the language', () => {
  const times = ['2026-11-25T09:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-11-25T08:59:59.999Z']
  expect(times.toSorted(compareCodeUnits)).toEqual([times[1], times[2], times[0]])
  expect(['b', 'a', 'B', 'a', ''].toSorted(compareCodeUnits)).toEqual(['', 'B', 'a', 'a', 'b'])
})

test('equal values keep their order', () => {
  expect(compareCodeUnits('in_1', 'in_1')).toBe(0)
})
