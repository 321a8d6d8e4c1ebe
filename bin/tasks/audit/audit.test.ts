import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { licenceProblems } from './licences.ts'
import { vulnerabilitiesOf } from './vulnerabilities.ts'

const run = promisify(execFile)

const lock = (license: string | undefined, dev = false) => ({
  packages: { '': {}, 'node_modules/a/node_modules/sample': { license, dev } },
})

describe('licences', () => {
  test.each(['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'])('%s is accepted', (licence) => {
    expect(licenceProblems(lock(licence))).toEqual([])
  })

  test.each(['GPL-3.0-only', '(MIT AND GPL-2.0-only)', 'MPL-2.0', 'UNLICENSED', undefined])(
    '%s is reported',
    (licence) => {
      expect(licenceProblems(lock(licence))).toEqual([
        `sample: licence ${licence ?? 'unknown'} is not accepted`,
      ])
    },
  )

  test('MPL-2.0 is accepted for development', () => {
    expect(licenceProblems(lock('MPL-2.0', true))).toEqual([])
  })

  test('of all packages of this project are accepted', () => {
    expect(licenceProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([])
  })
})

describe('vulnerabilities', () => {
  test('are listed with their severity', () => {
    const vulnerabilities = { sample: { severity: 'high', range: '<1.2.3', fixAvailable: true } }
    expect(vulnerabilitiesOf(JSON.stringify({ vulnerabilities }))).toMatchObject({
      passed: false,
      lines: ['sample <1.2.3: high, a fix exists'],
    })
  })

  test('are unknown if the registry does not respond', () => {
    const { passed, summary } = vulnerabilitiesOf('{"message":"405 Method Not Allowed"}')
    expect([passed, summary]).toEqual([false, expect.stringContaining('405 Method Not Allowed')])
    expect(vulnerabilitiesOf('npm error network').passed).toBe(false)
    expect(vulnerabilitiesOf('').summary).toContain('no output')
  })

  test('are read although npm prints a warning', async () => {
    const registry = createServer((request, response) => {
      request.resume()
      response.setHeader('content-type', 'application/json').end('{}')
    })
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    const { port } = registry.address() as AddressInfo
    // npm warns about this outdated setting.
    const settings = { npm_config_registry: `http://127.0.0.1:${port}`, npm_config_production: 'true' }
    const env = { ...process.env, ...settings }
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bin/tasks/audit.ts'], {
      env,
    }).finally(() => registry.close())
    expect(stdout).toContain('vulnerabilities: none known')
  })

  test('are reported as none', () => {
    expect(vulnerabilitiesOf('{"vulnerabilities":{}}')).toEqual({
      passed: true,
      lines: [],
      summary: 'none known',
    })
  })
})
