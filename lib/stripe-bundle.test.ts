import { build } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stripe as StripeLibrary } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutStackPerStripeRequest, withoutUnusedStripeResources } from './stripe-bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'stripe-bundle-'))
const outfile = join(folder, 'stripe.mjs')
let Stripe: typeof StripeLibrary

beforeAll(async () => {
  await build({
    stdin: { contents: `export { Stripe } from 'stripe'`, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
    plugins: [withoutUnusedStripeResources, withoutStackPerStripeRequest],
  })
  const library = (await import(outfile)) as { Stripe: typeof StripeLibrary }
  Stripe = library.Stripe
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a client whose requests get this response. */
const stripeThat = (status: number, body: object) =>
  new Stripe('sk_test_sample', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async () => Response.json(body, { status })),
  })

/** Counts the stacks that are formatted while a request runs. */
const countStacks = async (run: () => Promise<unknown>): Promise<number> => {
  const before = Error.prepareStackTrace
  let count = 0
  Error.prepareStackTrace = ({ message }) => {
    count += 1
    return message
  }
  try {
    await run()
    return count
  } finally {
    Error.prepareStackTrace = before
  }
}

describe("Stripe's library in a bundle", () => {
  test('formats no stack for a successful request', async () => {
    const stripe = stripeThat(200, { object: 'list', data: [], has_more: false })
    expect(await countStacks(() => stripe.prices.list())).toBe(0)
  })

  test('names the caller in the stack of an error', async () => {
    const stripe = stripeThat(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
    const findMissingCustomer = () => stripe.customers.retrieve('cus_missing')
    const error = await findMissingCustomer().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(String((error as Error).stack)).toContain('findMissingCustomer')
  })

  test('returns amounts with fractions of a penny as Stripe sends them', async () => {
    const price = { id: 'price_1', object: 'price', unit_amount: 5000, unit_amount_decimal: '5000' }
    expect(await stripeThat(200, price).prices.retrieve('price_1')).toMatchObject(price)
  })

  test('contains no other conversion of amounts', () => {
    expect(readFileSync(outfile, 'utf8')).not.toMatch(/decimal_string|int64_string/)
  })
})
