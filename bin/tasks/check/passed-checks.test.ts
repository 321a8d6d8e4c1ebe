import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openPassedChecks } from './passed-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'passed-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the record of passed checks', () => {
  test('contains a check that has passed with the same files and the same command', () => {
    const file = join(folder, 'same', 'passed.json')
    expect(openPassedChecks('files', file).has('lint', ['oxlint'])).toBe(false)
    openPassedChecks('files', file).add('lint', ['oxlint'])
    openPassedChecks('files', file).add('format', ['oxfmt'])
    expect(openPassedChecks('files', file).has('lint', ['oxlint'])).toBe(true)
    expect(openPassedChecks('files', file).has('format', ['oxfmt'])).toBe(true)
  })

  test('does not contain a check whose files or command have changed, or another check', () => {
    const file = join(folder, 'changed.json')
    openPassedChecks('files', file).add('lint', ['oxlint'])
    expect(openPassedChecks('other files', file).has('lint', ['oxlint'])).toBe(false)
    expect(openPassedChecks('files', file).has('lint', ['oxlint', '--fix'])).toBe(false)
    expect(openPassedChecks('files', file).has('format', ['oxlint'])).toBe(false)
  })

  test('is empty if its file was cut off', () => {
    const file = join(folder, 'broken.json')
    writeFileSync(file, '{"lint":')
    expect(openPassedChecks('files', file).has('lint', ['oxlint'])).toBe(false)
  })
})
