import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readArguments } from './admin/run.ts'
import { readArguments as readOperation } from './ops/run.ts'
import { readRequest as readDeployment } from './deploy/request.ts'
import { readRequest as readStripeRequest } from './stripe/request.ts'

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')

/** Sample values for the placeholders of the runbook. */
const filledIn = (command: string): string =>
  command
    // The shell removes it before the command starts.
    .replace(/ > \S+$/, '')
    .replaceAll('<email>', 'avery@admin.example')
    .replaceAll('<request id>', 'abc-12345')
    .replaceAll('<number>', '34')
    .replaceAll('<function>', 'reconcile')
    .replaceAll('https://<site>', 'https://advice.example')
    .replaceAll('--stage <stage>', '--stage dev --site https://advice.example')
    .replaceAll('--stage <name>', '--stage dev')

const read = (name: string, args: readonly string[]): unknown => {
  const withoutSite = args.filter((word) => word !== '--site' && word !== 'https://advice.example')
  if (name === 'admin') return readArguments(withoutSite)
  if (name === 'ops') return readOperation(withoutSite)
  if (name === 'stripe') return readStripeRequest(args, { STRIPE_SECRET_KEY: 'sk_test_sample' })
  return readDeployment([name, ...withoutSite], {})
}

const commands = [
  ...runbook.matchAll(
    /npm (?:--silent )?run (admin|ops|stripe|deploy|destroy) -- ([^`#\n]*--stage[^`#\n]*)/g,
  ),
].map(([, name = '', args = '']) => [name, args.trim()] as const)

describe('runbook', () => {
  test('contains commands', () => expect(commands.length).toBeGreaterThan(6))

  test.each(commands)('names arguments that npm run %s accepts: %s', (name, args) => {
    expect(() => read(name, filledIn(args).split(/\s+/))).not.toThrow()
  })
})
