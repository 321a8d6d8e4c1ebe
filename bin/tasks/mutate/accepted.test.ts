import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AcceptedSurvivor, acceptedSurvivors, checkAccepted } from './accepted.ts'
import { outcomesOf } from './outcomes.ts'
import { planOf, stagesOf } from './plan.ts'
import { instrument } from './sites.ts'
import type { Site } from './switch.ts'

const file = 'services/sample/sample.ts'
const site: Site = { id: 'guard', file, line: 1, code: 'a < b', changes: ['true', 'false'] }
const entry = (change: string, code = 'a < b', inFile = file): AcceptedSurvivor => ({
  file: inFile,
  code,
  change,
  reason: 'Both results lead to the same response.',
})
const reach = [
  { test: 'slow', sites: ['guard'], passed: true, milliseconds: 900 },
  { test: 'fast', sites: ['guard'], passed: true, milliseconds: 5 },
  { test: 'elsewhere', sites: [], passed: true, milliseconds: 1 },
]
const outcomes = outcomesOf([site], reach, [{ mutant: 'guard true', test: 'fast', outcome: 'killed' }])

describe('accepted survivors', () => {
  test('no longer count as survivors', () => {
    const { reasonFor, stale } = checkAccepted([entry('false')], outcomes, [file])
    expect(outcomes.filter(reasonFor).map(({ change }) => change)).toEqual(['false'])
    expect(stale).toEqual([])
  })

  test('are stale when a test detects the change, or the guard is gone', () => {
    const entries = [entry('true'), entry('false', 'a <= b')]
    expect(checkAccepted(entries, outcomes, [file]).stale).toEqual(entries)
  })

  test('of files outside the run are not checked', () => {
    expect(checkAccepted([entry('true', 'c', 'services/other/other.ts')], outcomes, [file]).stale).toEqual([])
  })

  test('have a file, a guard and a reason', () => {
    expect(() => acceptedSurvivors()).not.toThrow()
  })

  test('name changes of guards that exist', () => {
    const exists = ({ file: path, code, change }: AcceptedSurvivor) =>
      instrument(path, readFileSync(path, 'utf8')).sites.some(
        (one) => one.code === code && one.changes.some((possible) => possible === change),
      )
    expect(acceptedSurvivors().filter((one) => !exists(one))).toEqual([])
  })
})

describe('plan of mutants', () => {
  test('assigns each mutant to the tests that reach its guard', () => {
    const plan = planOf([site], reach)
    expect(plan['fast']?.mutants).toEqual([
      { site: 'guard', change: 'true' },
      { site: 'guard', change: 'false' },
    ])
    expect([plan['fast']?.isFast, plan['slow']?.isFast]).toEqual([true, false])
    expect(plan['elsewhere']?.mutants).toEqual([])
  })

  test('leaves out tests that are unreliable or fail without a mutant', () => {
    const plan = planOf(
      [site],
      [...reach, { test: 'failing', sites: ['guard'], passed: false, milliseconds: 1 }],
      new Set(['slow']),
    )
    expect(Object.keys(plan).toSorted()).toEqual(['elsewhere', 'fast'])
  })

  test('runs slow tests last, even those of a file with fast ones, and no test without mutants', () => {
    const measured = [
      { test: 'a.test.ts › model', sites: ['guard'], passed: true, milliseconds: 900 },
      { test: 'a.test.ts › rule', sites: ['guard'], passed: true, milliseconds: 5 },
      { test: 'b.test.ts › rule', sites: ['guard'], passed: true, milliseconds: 6 },
      { test: 'c.test.ts › elsewhere', sites: [], passed: true, milliseconds: 1 },
    ]
    const stages = stagesOf(planOf([site], measured), measured)
    expect(stages.map(({ files }) => files)).toEqual([['a.test.ts', 'b.test.ts'], ['a.test.ts']])
    expect(stages.map(({ plan }) => Object.keys(plan))).toEqual([
      ['a.test.ts › rule', 'b.test.ts › rule'],
      ['a.test.ts › model'],
    ])
  })
})
