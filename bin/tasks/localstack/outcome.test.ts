import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/app.ts'
import { outcomeOf } from './outcome.ts'

const passed = { name: 'the table works', result: 'passed' } as const
const complete = { deployed: stackParts, leftOut: [], tests: [passed] }

describe('a run against an emulator', () => {
  test('is complete if every stack is deployed and every test passed', () => {
    expect(outcomeOf(complete).isComplete).toBe(true)
  })

  test.each([
    ['a stack is missing', { ...complete, deployed: stackParts.slice(1) }, 'Not deployed: data.'],
    [
      'a suite cannot run',
      { ...complete, deployed: stackParts.slice(1) },
      'Skipped: test/emulator/data.test.ts, which calls data.',
    ],
    [
      'a test was skipped',
      { ...complete, tests: [passed, { name: 'upload', result: 'skipped' } as const] },
      'Skipped: upload.',
    ],
    [
      'a test failed',
      { ...complete, tests: [passed, { name: 'upload', result: 'failed' } as const] },
      'Failed: upload.',
    ],
    ['no test ran', { ...complete, tests: [] }, '0 passed, 0 failed, 0 skipped'],
  ])('is not complete if %s, and says so', (_, run, line) => {
    const { isComplete, lines } = outcomeOf(run)
    expect(isComplete).toBe(false)
    expect(lines).toContain(line)
  })
})
