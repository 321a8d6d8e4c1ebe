import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runFiles } from './run-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('files of a mutation run', () => {
  test('return what was written', () => {
    const files = runFiles(folder)
    files.writeTargets(['a.ts', 'b.ts'])
    const plan = { 'a test': { mutants: [], isFast: true } }
    files.writePlan(plan)
    expect(files.targets()).toEqual(['a.ts', 'b.ts'])
    expect(files.plan()).toEqual(plan)
    expect(files.results()).toEqual([])
  })

  test('leave out a line that another process is still writing', () => {
    const files = runFiles(folder)
    const result = { mutant: 'a.ts:1 true', test: 'a test', outcome: 'killed' } as const
    files.addResult(result)
    appendFileSync(join(folder, 'results.jsonl'), '{"mutant":"a.ts:2 tr')
    expect(files.results()).toEqual([result])
  })
})
