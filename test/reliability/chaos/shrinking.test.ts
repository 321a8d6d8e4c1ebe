import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChaosStep, chaosStep } from './chaos-steps.ts'

// The mutation run switches shortening off for all tests.
const options = { seed: 7, numRuns: 1000, endOnFailure: false }

/** Returns the sequence that a run prints if journeys with such a step fail. */
const shortestWith = (isFailing: (step: ChaosStep) => boolean): readonly ChaosStep[] => {
  const journeys = fc.array(chaosStep, { maxLength: 25, size: 'max' })
  const { counterexample } = fc.check(
    fc.property(journeys, (steps) => !steps.some(isFailing)),
    options,
  )
  return counterexample?.[0] ?? []
}

describe('a failing journey', () => {
  test.each([
    ['a file that is deleted', (step: ChaosStep) => step.do === 'delete-file'],
    ['a clock that is set back', (step: ChaosStep) => step.do === 'set-clock' && step.minutes < 0],
    ['a fault', (step: ChaosStep) => step.do === 'with-fault' && step.fault.mode === 'hangs'],
    ['a forged message', (step: ChaosStep) => step.do === 'forge-message'],
  ])('is shortened to the step that causes it: %s', (_what, isFailing) => {
    const sequence = shortestWith(isFailing)
    expect(sequence).toHaveLength(1)
    expect(sequence.every(isFailing)).toBe(true)
  })

  test('is shortened to the steps that cause it together', () => {
    const journeys = fc.array(chaosStep, { maxLength: 25, size: 'max' })
    const has = (steps: readonly ChaosStep[], kind: ChaosStep['do']) => steps.some((step) => step.do === kind)
    const { counterexample } = fc.check(
      fc.property(journeys, (steps) => !has(steps, 'upload') || !has(steps, 'transcript')),
      options,
    )
    expect(counterexample?.[0]).toHaveLength(2)
  })
})
