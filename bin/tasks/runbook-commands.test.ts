import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#lib/bundle-functions.ts'
import { readAdminCommand } from './admin/run.ts'
import { readDeployOptions } from './deploy/options.ts'
import { readOpsCommand } from './ops/arguments.ts'
import { readSmokeOptions } from './smoke/options.ts'
import { readStripeOptions } from './stripe/options.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8')

/** Replaces the placeholders of the pages with sample values. */
const filledIn = (command: string): string =>
  command
    // The shell removes a redirection before the command starts.
    .replace(/ > \S+$/, '')
    .replaceAll('<email>', 'avery@admin.example')
    .replaceAll('<request id>', 'abc-12345')
    .replaceAll('<number>', '34')
    .replaceAll('<function>', 'reconcile')
    .replaceAll('https://<site>', 'https://advice.example')
    .replaceAll(/--stage <(?:stage|name)>/g, '--stage dev')

const parse = (name: string, args: string[]): unknown => {
  if (name === 'admin') return readAdminCommand(args, {})
  if (name === 'ops') return readOpsCommand(args, {})
  if (name === 'smoke') return readSmokeOptions(args, {})
  if (name !== 'stripe') return readDeployOptions([name, ...args], {})
  const site = args.includes('--site') ? [] : ['--site', 'https://advice.example']
  return readStripeOptions([...args, ...site], { STRIPE_SECRET_KEY: 'sk_test_sample' })
}

const command =
  /npm (?:--silent )?run (admin|ops|stripe|smoke|deploy|synth|diff|destroy) -- ([^`#\n]*--stage[^`#\n]*)/g

const commands = pages.flatMap((page) =>
  [...read(page).matchAll(command)].map(([, name = '', args = '']) => [page, name, args.trim()] as const),
)

describe('the pages for operators', () => {
  test('put no secret into the history of a shell', () => {
    const inline = /\b\w*(?:SECRET|TOKEN|KEY)\w*=[^\s"'$`]+/g
    const found = pages.flatMap((page) => read(page).match(inline) ?? [])
    // The key of the local emulator is no secret.
    expect(found.filter((text) => !text.endsWith('=sk_test_local_emulator'))).toEqual([])
  })

  test('let no commit contain the files with addresses that their commands write', () => {
    const files = pages.flatMap((page) =>
      [...read(page).matchAll(/(?: >>? "?|--event )([a-z]+\.(?:txt|json))/g)].map(([, name]) => String(name)),
    )
    expect(new Set(files)).toEqual(new Set(['members.txt', 'sent.txt', 'event.json']))
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(files.map((name) => `/${name}`)))
  })

  test('contain commands', () => {
    expect(commands.filter(([page]) => page === 'docs/runbook.md').length).toBeGreaterThan(20)
    expect(commands.filter(([page]) => page === 'docs/new-stage.md').length).toBeGreaterThan(5)
    expect(commands.filter(([page]) => page === 'README.md').length).toBeGreaterThan(5)
  })

  test.each(commands)('name arguments that exist: %s, npm run %s -- %s', (_, name, args) => {
    expect(() => parse(name, filledIn(args).split(/\s+/))).not.toThrow()
  })
})
