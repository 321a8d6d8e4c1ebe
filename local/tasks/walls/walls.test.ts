import { expect, test } from 'vitest'
import { importsOf, type ImportGraph } from './imports.ts'
import { crossings, cycles } from './violations.ts'
import { mayImport, packageRefusal, zoneOf } from './zones.ts'

const graphOf = (files: Record<string, string>): ImportGraph =>
  new Map(Object.entries(files).map(([file, source]) => [file, importsOf(file, source)]))

test.each([
  ['services/billing/create-checkout/handler.ts', 'services/platform/env.ts'],
  ['services/billing/create-checkout/handler.ts', 'shared/rules/access.ts'],
  ['services/billing/create-checkout/handler.ts', 'services/billing/billing.repository.ts'],
  ['services/billing/create-checkout/handler.ts', 'services/identity/public.ts'],
  ['services/billing/create-checkout/handler.test.ts', 'test/kit/call.ts'],
  ['lib/functions.ts', 'services/billing/create-checkout/function.ts'],
  ['lib/constructs/member-function.ts', 'services/platform/env.ts'],
  ['web/src/features/library/library-page.tsx', 'web/src/ui/button.tsx'],
  ['web/src/app/router.tsx', 'web/src/features/library/library-page.tsx'],
  ['local/main.ts', 'lib/app.ts'],
  ['lib/deploy.ts', 'web/build.ts'],
  ['test/security/role-matrix.test.ts', 'shared/contract/index.ts'],
])('lets %s import %s', (from, to) => {
  expect(mayImport(from, to)).toBe(true)
})

test.each([
  ['shared/values/plans.ts', 'shared/contract/billing.ts'],
  ['shared/rules/access.ts', 'services/platform/env.ts'],
  ['services/platform/log.ts', 'services/billing/billing.repository.ts'],
  ['services/billing/create-checkout/handler.ts', 'services/identity/identity.repository.ts'],
  ['services/billing/create-checkout/handler.ts', 'test/kit/call.ts'],
  ['services/billing/create-checkout/handler.ts', 'local/clock.ts'],
  ['lib/functions.ts', 'services/billing/create-checkout/handler.ts'],
  ['web/src/features/library/library-page.tsx', 'web/src/features/billing/pay-button.tsx'],
  ['web/src/features/library/library-page.tsx', 'services/platform/env.ts'],
  ['web/src/ui/button.tsx', 'web/src/lib/session.ts'],
  ['local/main.ts', 'test/kit/call.ts'],
  ['local/main.ts', 'web/src/app/router.tsx'],
])('keeps %s from importing %s', (from, to) => {
  expect(mayImport(from, to)).toBe(false)
})

test('covers a domain or feature from the day its folder appears', () => {
  expect(zoneOf('services/new-domain/new-verb/handler.ts')).toEqual({ name: 'domain', part: 'new-domain' })
  expect(mayImport('services/new-domain/new-verb/handler.ts', 'services/billing/refund.ts')).toBe(false)
})

test('refuses a folder that it does not know', () => {
  expect(() => zoneOf('scripts/build.ts')).toThrow('scripts/build.ts')
})

test('keeps cloud SDKs out of domains, shared and web', () => {
  expect(packageRefusal('services/billing/x/handler.ts', '@aws-sdk/client-s3', false)).toContain('cloud SDK')
  expect(packageRefusal('web/src/app/router.tsx', '@aws-sdk/client-s3', true)).toContain('cloud SDK')
  expect(packageRefusal('services/platform/files.ts', '@aws-sdk/client-s3', false)).toBeUndefined()
})

test('lets a domain take types of Stripe, but not call it', () => {
  expect(packageRefusal('services/billing/x/handler.ts', 'stripe', true)).toBeUndefined()
  expect(packageRefusal('services/billing/x/handler.ts', 'stripe', false)).toContain('services/platform')
})

test('names the line of a crossing', () => {
  const graph = graphOf({
    'shared/rules/access.ts': "import { z } from 'zod'\nimport type { Clock } from '../../local/clock.ts'\n",
    'local/clock.ts': 'export interface Clock {}',
  })
  expect(crossings(graph)).toEqual(['shared/rules/access.ts:2 imports local/clock.ts'])
})

test('sees re-exports and imports at run time', () => {
  const graph = graphOf({
    'shared/values/a.ts': "export { b } from '../rules/b.ts'\nconst c = await import('../rules/c.ts')",
    'shared/rules/b.ts': 'export const b = 1',
    'shared/rules/c.ts': 'export const c = 1',
  })
  expect(crossings(graph)).toHaveLength(2)
})

test('refuses an import of a file that is not there', () => {
  const graph = graphOf({ 'shared/rules/a.ts': "import { gone } from './gone.ts'" })
  expect(crossings(graph)).toEqual([
    'shared/rules/a.ts:1 imports shared/rules/gone.ts: there is no such file',
  ])
})

test('finds a circle once, and not where only types go round', () => {
  const graph = graphOf({
    'shared/rules/a.ts': "import { b } from './b.ts'",
    'shared/rules/b.ts': "import { c } from './c.ts'\nimport type { T } from './types.ts'",
    'shared/rules/c.ts': "import { a } from './a.ts'",
    'shared/rules/types.ts': "import { b } from './b.ts'",
  })
  expect(cycles(graph)).toEqual([
    'shared/rules/a.ts → shared/rules/b.ts → shared/rules/c.ts → shared/rules/a.ts',
  ])
})
