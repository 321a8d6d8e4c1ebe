import { describe, expect, test } from 'vitest'
import { faultTable, missingFaults, readChaosOptions, readFaults } from './options.ts'

describe('npm run chaos', () => {
  test('runs 10,000 journeys with another seed each time by default', () => {
    expect(readChaosOptions([], {}, 5)).toMatchObject({ journeys: 10_000, seed: 6 })
    expect(readChaosOptions(['--journeys', '3', '--seed', '7', '--processes', '2'], {})).toEqual({
      journeys: 3,
      seed: 7,
      processes: 2,
    })
  })

  test.each(['0', '-1', '1.5', 'many'])('rejects %s journeys', (journeys) => {
    expect(() => readChaosOptions([`--journeys=${journeys}`], {})).toThrow('--journeys')
  })

  test('recognises a run that did not reach its end', () => {
    expect(readFaults('/nowhere/faults.json')).toBeUndefined()
  })

  test('reports a fault that 1,000 journeys never injected', () => {
    const faults = { 'table: fails': 2, 'Stripe: hangs': 0 }
    expect(missingFaults({ journeys: 1000 }, faults)).toEqual(['Stripe: hangs'])
    expect(missingFaults({ journeys: 999 }, faults)).toEqual([])
  })

  test('lists the injected faults, most frequent first', () => {
    expect(faultTable({ 'table fails': 2, 'Stripe fails': 11 })).toBe(
      'injected  fault\n      11  Stripe fails\n       2  table fails',
    )
  })
})
