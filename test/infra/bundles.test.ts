import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, test } from 'vitest'
import { bundleSources, projectRoot } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { bundlesFolder, openBundles } from '#local/cloud/build/bundles.ts'
import { variablesFor } from '#platform/env.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { bundleBudgetOf } from '#bin/tasks/bench/bundle-budgets.ts'
import { importsOf } from '#bin/tasks/boundaries/imports.ts'

const bundleOf = (name: string) => join(bundlesFolder, name, 'index.mjs')

// The local cloud runs the bundles that are deployed: they are made once for both.
beforeAll(async () => {
  const bundles = await openBundles()
  if (!(await bundles.bundleAll())) throw new Error('Not every function could be bundled')
  bundles.stop()
}, 120_000)

test.each(functions)('bundle of $name is within its size budget', (definition) => {
  expect(statSync(bundleOf(definition.name)).size / 1000).toBeLessThanOrEqual(bundleBudgetOf(definition))
})

test.each(functions)(
  'bundle of $name does not import node:http as an ES module, which would load undici',
  ({ name }) => {
    expect(readFileSync(bundleOf(name), 'utf8')).not.toMatch(/from\s*["'](node:)?https?["']/)
  },
)

test.each(functions.filter(({ permissions }) => permissions.stripe))(
  'bundle of $name has checkout, invoices and schedules of the Stripe library, and no quotes, cards or accounts',
  ({ name }) => {
    const bundle = readFileSync(bundleOf(name), 'utf8')
    for (const path of ['/v1/checkout/sessions', '/v1/invoices/create_preview', '/v1/subscription_schedules'])
      expect(bundle).toContain(path)
    for (const path of ['/v1/quotes', '/v1/issuing', '/v1/test_helpers', '/v2/core/accounts'])
      expect(bundle).not.toContain(path)
  },
)

test.each(functions.filter(({ permissions }) => permissions.stripe))(
  'bundle of $name does not read amounts with fractions of a penny, which its Stripe library does not convert',
  ({ name }) => {
    expect(readFileSync(bundleOf(name), 'utf8')).not.toMatch(/amount_decimal/)
  },
)

/** Returns the files of this project in a bundle, from its source map: `shared/contract/site.ts`. */
const filesIn = (name: string): string[] => {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${bundleOf(name)}.map`, 'utf8'))
  return sources
    .map((source) => relative(projectRoot, resolve(dirname(bundleOf(name)), source)))
    .filter((file) => /^(lib|services|shared)\//.test(file))
}

test('a deployment bundles again after a change of any file in a bundle, or of the code that bundles', () => {
  const bundler = 'lib/bundle-functions.ts'
  const bundling = importsOf(bundler, readFileSync(join(projectRoot, bundler), 'utf8'))
  const files = new Set([
    bundler,
    ...bundling.flatMap(({ target }) => target ?? []),
    ...functions.flatMap(({ name }) => filesIn(name)),
  ])
  const isHashed = (file: string) =>
    bundleSources.some((source) => file === source || file.startsWith(`${source}/`))
  expect([...files].filter((file) => !isHashed(file))).toEqual([])
})

/** Loads a bundle as Lambda does: alone. Returns the type of its handler, or the stack trace of its failure. */
const load = (name: string, variables: Readonly<Record<string, string>>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
      import(${JSON.stringify(bundleOf(name))}).then(
        ({ handler }) => parentPort.postMessage(typeof handler),
        ({ stack }) => parentPort.postMessage(stack))`,
      {
        eval: true,
        env: {
          AWS_REGION: 'eu-west-2',
          AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
          ...variables,
        },
      },
    )
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Loads a bundle with exactly the variables of its permissions. */
const typeOfHandler = ({ name, permissions }: FunctionDefinition): Promise<unknown> =>
  load(name, Object.fromEntries(variablesFor(permissions).map((variable) => [variable, 'x'])))

test.each(functions)(
  'bundle of $name loads with its own variables and exports a handler',
  async (definition) => {
    expect(await typeOfHandler(definition)).toBe('function')
  },
)

test('a stack trace of a bundle names the lines of the sources', async () => {
  const source = readFileSync('services/platform/env.ts', 'utf8').split('\n')
  const trace = String(await load('get-access', {}))
  expect(trace).toMatch(/^Error: The variable \w+ is not set/)
  const [, line] = /^ {4}at .*services\/platform\/env\.ts:(\d+):\d+\)?$/m.exec(trace) ?? []
  expect(source[Number(line) - 1]).toContain('throw new Error(')
  expect(trace).toMatch(/services\/subscriptions\/get-access\/handler\.ts:\d+:\d+/)
})

test('every bundle names the sources in its stack traces', () => {
  for (const { name } of functions)
    expect(readFileSync(bundleOf(name), 'utf8'), name).toContain('prepareStackTrace')
})
