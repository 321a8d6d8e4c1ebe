import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { outcomeOf } from './outcome.ts'

const passed = { name: 'the table works', result: 'passed' } as const
const round = { deployed: stackParts, tests: [passed] }
const complete = {
  leftOut: [],
  first: round,
  removal: { destroyed: stackParts, left: [] },
  second: round,
}
const withFirst = (changes: object) => ({ ...complete, first: { ...round, ...changes } })

describe('a run against an emulator', () => {
  test('is complete if every stack is deployed, destroyed and deployed again, and every test passed', () => {
    expect(outcomeOf(complete).isComplete).toBe(true)
  })

  test.each([
    ['a stack is missing', withFirst({ deployed: stackParts.slice(1) }), 'Not deployed: data.'],
    [
      'a suite cannot run',
      withFirst({ deployed: stackParts.slice(1) }),
      'Skipped: test/localstack/data.test.ts, which calls data.',
    ],
    [
      'a test was skipped',
      withFirst({ tests: [passed, { name: 'upload', result: 'skipped' }] }),
      'Skipped: upload.',
    ],
    [
      'a test failed',
      withFirst({ tests: [passed, { name: 'upload', result: 'failed' }] }),
      'Failed: upload.',
    ],
    ['no test ran', withFirst({ tests: [] }), '0 passed, 0 failed, 0 skipped'],
    [
      'a stack was not destroyed',
      { ...complete, removal: { destroyed: stackParts.slice(1), left: [] } },
      'Not destroyed: data.',
    ],
    [
      'a name is in the way',
      { ...complete, removal: { destroyed: stackParts, left: ['/advice/dev/origin-secret'] } },
      'Left after the removal: /advice/dev/origin-secret.',
    ],
    [
      'the second deployment failed',
      { ...complete, second: { ...round, deployed: stackParts.slice(1) } },
      'Not deployed: data.',
    ],
    [
      'there was no second deployment',
      { ...complete, removal: undefined, second: undefined },
      'Skipped: destroying the stacks and deploying them again.',
    ],
  ])('is not complete if %s, and says so', (_, run, line) => {
    const { isComplete, lines } = outcomeOf(run)
    expect(isComplete).toBe(false)
    expect(lines).toContain(line)
  })
})
