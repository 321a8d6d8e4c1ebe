import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assessedIn, assessmentProblems, requirements } from './requirements.ts'

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')

describe('requirements', () => {
  test('are the 253 of the first two levels', () => {
    expect(new Set(requirements).size).toBe(253)
  })

  test('are found in each kind of table, with ranges and lists', () => {
    expect(assessedIn('| 8.2.1 | Text of 9.9.9 | `a.test.ts` |')).toEqual(['8.2.1'])
    expect(assessedIn('| no plug-ins | 3.7.1 |')).toEqual(['3.7.1'])
    expect(assessedIn('| none | 1.4.2 to 1.5.1, 8.4.1 |')).toEqual(['1.4.2', '1.4.3', '1.5.1', '8.4.1'])
    expect(assessedIn('The text names 8.2.1.')).toEqual([])
  })

  test('that are missing or assessed twice are reported', () => {
    const lines = page.split('\n')
    const row = lines.find((line) => line.startsWith('| 8.2.1 ')) ?? ''
    expect(assessmentProblems(page.replace(`${row}\n`, ''))).toEqual(['Requirement 8.2.1 is not assessed'])
    expect(assessmentProblems(`${page}\n${row}`)).toEqual(['Requirement 8.2.1 is assessed twice'])
  })
})
