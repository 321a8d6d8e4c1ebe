import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions } from '../../lib/bundle-functions.ts'
import { functions } from '../../lib/functions.ts'
import { variablesFor } from '../../services/platform/env.ts'
import type { FunctionDefinition } from '../../services/platform/function.ts'

const outdir = mkdtempSync(join(tmpdir(), 'advice-bundles-'))
const bundleOf = (name: string) => join(outdir, name, 'index.mjs')

beforeAll(() => bundleFunctions({ outdir }), 120_000)
afterAll(() => rmSync(outdir, { recursive: true }))

/** Minified, in KB of 1,000 bytes: the SDK clients that a function needs, and little of our own. */
const budgetOf = ({ needs }: FunctionDefinition): number => {
  if (needs.stripe) return 690
  return needs.files || needs.quarantine ? 560 : 440
}

test.each(functions)('$name stays within its budget', (definition) => {
  expect(statSync(bundleOf(definition.name)).size / 1000).toBeLessThanOrEqual(budgetOf(definition))
})

test.each(functions)('$name does not import node:http as a module, which would load undici', ({ name }) => {
  expect(readFileSync(bundleOf(name), 'utf8')).not.toMatch(/from\s*["'](node:)?https?["']/)
})

/** Loads a bundle as Lambda does: by itself, with the variables of its needs and no others. */
const handlerOf = ({ name, needs }: FunctionDefinition): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(
      `import(${JSON.stringify(bundleOf(name))}).then(({ handler }) =>
        require('node:worker_threads').parentPort.postMessage(typeof handler))`,
      {
        eval: true,
        env: {
          AWS_REGION: 'eu-west-2',
          AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
          ...Object.fromEntries(variablesFor(needs).map((name) => [name, 'x'])),
        },
      },
    )
    worker.once('message', resolve)
    worker.once('error', reject)
  })

test.each(functions)('$name loads with its own variables and has a handler', async (definition) => {
  expect(await handlerOf(definition)).toBe('function')
})
