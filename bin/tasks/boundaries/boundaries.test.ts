import { describe, expect, test } from 'vitest'
import { importsOf, type ImportGraph } from './imports.ts'
import { boundaryViolations, cycles, domainCycles, folderCycles } from './violations.ts'
import { mayImport, packageViolation, zoneOf } from './zones.ts'

const graphOf = (files: Record<string, string>): ImportGraph =>
  new Map(Object.entries(files).map(([file, source]) => [file, importsOf(file, source)]))

describe('import boundaries', () => {
  test.each([
    ['services/subscriptions/create-checkout/handler.ts', 'services/platform/env.ts'],
    ['services/subscriptions/create-checkout/handler.ts', 'shared/rules/access.ts'],
    [
      'services/subscriptions/create-checkout/handler.ts',
      'services/subscriptions/subscription.repository.ts',
    ],
    ['services/subscriptions/create-checkout/handler.ts', 'services/identity/public.ts'],
    ['services/subscriptions/create-checkout/handler.ts', 'services/payments/customer.repository.ts'],
    ['services/chat/sign-chat-visitor/handler.ts', 'services/passes/public.ts'],
    ['services/subscriptions/create-checkout/handler.test.ts', 'test/kit/call.ts'],
    ['lib/functions.ts', 'services/subscriptions/create-checkout/function.ts'],
    ['lib/constructs/member-function.ts', 'services/platform/env.ts'],
    ['web/src/features/library/library-page.tsx', 'web/src/ui/button.tsx'],
    ['web/src/ui/toast.ts', 'web/src/lib/store.ts'],
    ['web/src/content/privacy.tsx', 'web/src/components/support-email.tsx'],
    ['web/src/app/router.tsx', 'web/src/features/library/library-page.tsx'],
    ['bin/tasks/start.ts', 'lib/stacks/app.ts'],
    ['bin/tasks/deploy.ts', 'web/build/build.ts'],
    ['test/security/role-matrix.test.ts', 'shared/contract/index.ts'],
    ['local/emulator/s3/service.ts', 'local/kit/http.ts'],
    ['local/cloud/dependencies.ts', 'local/stripe/server.ts'],
    ['local/cloud/build/assembly.ts', 'lib/stacks/app.ts'],
    ['local/control/seed.ts', 'local/seed/seed.ts'],
    ['local/control/routes.ts', 'local/cloud/cloud.ts'],
    ['local/console/routes.ts', 'local/control/router.ts'],
    ['local/start.ts', 'local/seed/accounts.ts'],
  ])('lets %s import %s', (from, to) => {
    expect(mayImport(from, to)).toBe(true)
  })

  test.each([
    ['shared/values/plans.ts', 'shared/contract/subscriptions.ts'],
    ['shared/rules/access.ts', 'services/platform/env.ts'],
    ['services/platform/log.ts', 'services/subscriptions/subscription.repository.ts'],
    ['services/subscriptions/create-checkout/handler.ts', 'services/identity/identity.repository.ts'],
    ['services/subscriptions/create-checkout/handler.ts', 'test/kit/call.ts'],
    ['services/subscriptions/create-checkout/handler.ts', 'local/kit/clock.ts'],
    ['services/payments/get-billing/handler.ts', 'services/passes/public.ts'],
    ['services/passes/refund.ts', 'services/subscriptions/public.ts'],
    ['lib/functions.ts', 'services/subscriptions/create-checkout/handler.ts'],
    ['web/src/features/library/library-page.tsx', 'web/src/features/subscriptions/pay-button.tsx'],
    ['web/src/features/library/library-page.tsx', 'services/platform/env.ts'],
    ['web/src/ui/button.tsx', 'web/src/lib/session.ts'],
    ['web/src/components/order-terms.tsx', 'web/src/content/terms.tsx'],
    ['bin/tasks/start.ts', 'test/kit/call.ts'],
    ['bin/tasks/start.ts', 'web/src/app/router.tsx'],
    ['local/kit/http.ts', 'local/emulator/s3/service.ts'],
    ['local/emulator/s3/service.ts', 'shared/values/plans.ts'],
    ['local/stripe/server.ts', 'shared/values/plans.ts'],
    ['local/stripe/server.ts', 'local/emulator/iam/policies.ts'],
    ['local/cloud/dependencies.ts', 'local/seed/accounts.ts'],
    ['local/cloud/cloud.ts', 'local/control/router.ts'],
    ['local/seed/seed.ts', 'local/control/given.ts'],
    ['local/seed/seed.ts', 'local/cloud/cloud.ts'],
    ['local/control/routes.ts', 'local/console/routes.ts'],
    ['local/console/routes.ts', 'local/cloud/cloud.ts'],
  ])('keeps %s from importing %s', (from, to) => {
    expect(mayImport(from, to)).toBe(false)
  })

  test('covers a domain or feature from the day its folder appears', () => {
    expect(zoneOf('services/new-domain/new-verb/handler.ts')).toEqual({ name: 'domain', part: 'new-domain' })
    expect(mayImport('services/new-domain/new-verb/handler.ts', 'services/passes/refund.ts')).toBe(false)
  })

  test('rejects an unknown folder', () => {
    expect(() => zoneOf('scripts/build.ts')).toThrow('scripts/build.ts')
  })

  test('keeps cloud SDKs out of domains, shared and web', () => {
    expect(packageViolation('services/passes/x/handler.ts', '@aws-sdk/client-s3', false)).toContain(
      'cloud SDK',
    )
    expect(packageViolation('web/src/app/router.tsx', '@aws-sdk/client-s3', true)).toContain('cloud SDK')
    expect(packageViolation('services/platform/files.ts', '@aws-sdk/client-s3', false)).toBeUndefined()
  })

  test('lets a domain take types of Stripe, but not call it', () => {
    expect(packageViolation('services/passes/x/handler.ts', 'stripe', true)).toBeUndefined()
    expect(packageViolation('services/passes/x/handler.ts', 'stripe', false)).toContain('services/platform')
  })

  test('names the line of an import that crosses a boundary', () => {
    const graph = graphOf({
      'shared/rules/access.ts': "import { z } from 'zod'\nimport type { Clock } from '#local/kit/clock.ts'\n",
      'local/kit/clock.ts': 'export interface Clock {}',
    })
    expect(boundaryViolations(graph)).toEqual(['shared/rules/access.ts:2 imports local/kit/clock.ts'])
  })

  test('checks re-exports and dynamic imports', () => {
    const graph = graphOf({
      'shared/values/a.ts': "export { b } from '../rules/b.ts'\nconst c = await import('../rules/c.ts')",
      'shared/rules/b.ts': 'export const b = 1',
      'shared/rules/c.ts': 'export const c = 1',
    })
    expect(boundaryViolations(graph)).toHaveLength(2)
  })

  test.each([
    ['lib/constructs/headers.ts', '../../web/build/live-door.ts', 'web/build/live-door.ts'],
    ['test/journeys/two-parts.journey.ts', '../../local/kit/listen.ts', 'local/kit/listen.ts'],
    ['local/emulator/dynamodb/process.ts', '../../kit/free-port.ts', 'local/kit/free-port.ts'],
  ])('rejects a relative import from %s of %s', (file, specifier, target) => {
    const graph = graphOf({ [file]: `import { a } from '${specifier}'`, [target]: 'export const a = 1' })
    expect(boundaryViolations(graph)).toEqual([`${file}:1 imports ${target}: use an alias`])
  })

  test.each([
    ['shared/rules/a.ts', '../values/a.ts', 'shared/values/a.ts'],
    ['test/mutation/vitest.config.ts', '../../vitest.config.ts', 'vitest.config.ts'],
    ['lib/constructs/headers.ts', '#web-build/live-door.ts', 'web/build/live-door.ts'],
  ])('accepts the import from %s of %s', (file, specifier, target) => {
    const graph = graphOf({ [file]: `import { a } from '${specifier}'`, [target]: 'export const a = 1' })
    expect(boundaryViolations(graph)).toEqual([])
  })

  test('reports domains that import each other, directly or through others', () => {
    const graph = graphOf({
      'services/chat/a.ts': "import { b } from '#services/tickets/public.ts'",
      'services/tickets/public.ts': "export { c } from './c.ts'",
      'services/tickets/c.ts': "import type { D } from '#services/inbox/public.ts'",
      'services/inbox/public.ts': 'export interface D {}',
      'services/inbox/e.ts': "import { f } from '#services/chat/public.ts'",
      'services/chat/public.ts': "import { log } from '#platform/log.ts'",
      'services/platform/log.ts': 'export const log = 1',
    })
    expect(cycles(graph)).toEqual([])
    expect(domainCycles(graph)).toEqual(['chat → tickets → inbox → chat'])
  })

  test('reports folders that import each other', () => {
    const graph = graphOf({
      'local/emulator/endpoint/server.ts': "import { s3 } from '../s3/service.ts'",
      'local/emulator/s3/service.ts': "import type { Reply } from '../endpoint/service.ts'",
      'local/emulator/endpoint/service.ts': 'export interface Reply {}',
      'local/stripe/api/sessions.ts': "import { session } from '../hosted/checkout/session.ts'",
      'local/stripe/hosted/checkout/session.ts': "import { draft } from '../../billing/draft.ts'",
      'local/stripe/billing/draft.ts': "import { list } from '../api/list.ts'",
      'local/stripe/api/list.ts': 'export const list = []',
    })
    expect(cycles(graph)).toEqual([])
    expect(folderCycles(graph)).toEqual([
      'local/emulator/endpoint → local/emulator/s3 → local/emulator/endpoint',
      'local/stripe/api → local/stripe/hosted/checkout → local/stripe/billing → local/stripe/api',
    ])
  })

  test('reports a folder that imports the files beside it, if one of them imports the folder', () => {
    const graph = graphOf({
      'local/stripe/server.ts': "import { api } from './api/api.ts'",
      'local/stripe/api/api.ts': "import type { Id } from '../ids.ts'",
      'local/stripe/ids.ts': 'export type Id = string',
    })
    expect(folderCycles(graph)).toEqual(['local/stripe → local/stripe/api → local/stripe'])
  })

  test('lets a folder import the files beside it, if none of them imports the folder', () => {
    const graph = graphOf({
      'web/src/features/admin/users/users-section.tsx': "import { call } from '../api.ts'",
      'web/src/features/admin/api.ts': "import type { User } from './user.ts'",
      'web/src/features/admin/user.ts': 'export interface User {}',
    })
    expect(folderCycles(graph)).toEqual([])
  })

  test('lets a test import a folder that imports its own', () => {
    const graph = graphOf({
      'local/emulator/endpoint/server.ts': "import { s3 } from '../s3/service.ts'",
      'local/emulator/s3/service.ts': 'export const s3 = 1',
      'local/emulator/s3/s3.test.ts': "import { server } from '../endpoint/server.ts'",
    })
    expect(folderCycles(graph)).toEqual([])
  })

  test('rejects an import of a missing file', () => {
    const graph = graphOf({ 'shared/rules/a.ts': "import { gone } from './gone.ts'" })
    expect(boundaryViolations(graph)).toEqual([
      'shared/rules/a.ts:1 imports shared/rules/gone.ts: there is no such file',
    ])
  })

  test('reports each cycle once, type-only imports included', () => {
    const graph = graphOf({
      'shared/rules/a.ts': "import { b } from './b.ts'",
      'shared/rules/b.ts': "import { c } from './c.ts'\nimport type { T } from './types.ts'",
      'shared/rules/c.ts': "import { a } from './a.ts'",
      'shared/rules/types.ts': "import { b } from './b.ts'",
    })
    expect(cycles(graph)).toEqual([
      'shared/rules/a.ts → shared/rules/b.ts → shared/rules/c.ts → shared/rules/a.ts',
      'shared/rules/b.ts → shared/rules/types.ts → shared/rules/b.ts',
    ])
  })
})
