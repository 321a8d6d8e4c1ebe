import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

describe('an installation', () => {
  test('writes nothing to the standard output, which may be stored in a file', () => {
    const script = `
      import { say, succeeds } from ${JSON.stringify(new URL('shell.mjs', import.meta.url).href)}
      say('Installing npm packages')
      if (!succeeds(process.execPath, ['-e', 'console.log("added 2 packages")'])) process.exitCode = 1`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/• Installing npm packages\nadded 2 packages\n/)
  })
})
