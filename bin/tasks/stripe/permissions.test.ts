import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { stripeResources } from '#shared/values/stripe-resources.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { prices } from '#local/cloud/prices.ts'
import { openTestAccount, type TestAccount } from '#local/stripe/testing/test-account.ts'
import { explainStripeError } from './connect.ts'
import { setUp } from './run.ts'
import { sampleOptions } from './testing/sample-options.ts'

const secrets = { name: 'the secret', read: async () => 'whsec_1', write: async () => undefined }

const wordsOf = (name: string): string =>
  name.replaceAll('.', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns a kind of object as texts name it: `checkout sessions` for the call `checkout.sessions.list`. */
const kindOf = (action: string): string =>
  wordsOf(action.replace(/\.\w+$/, '').replace('billingPortal.', 'portal '))

/** Parts of the API whose objects have another name in texts. */
const otherNames: Readonly<Record<string, string>> = {
  billingPortal: 'sessions of the customer portal',
  checkout: 'checkout sessions',
  subscriptionSchedules: 'subscriptions with their schedules',
}

const page = readFileSync(join(projectRoot, 'docs', 'new-stage.md'), 'utf8')
const rejection = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'No.' })

describe('the permissions of a restricted key for the command', () => {
  let account: TestAccount
  afterEach(() => account.close())

  test.each([
    [
      'page about a new stage',
      /A restricted key is enough for this command: it reads [^.]*/.exec(page)?.[0] ?? 'none',
    ],
    ['error about a missing one', String(explainStripeError(rejection))],
  ])('are complete in the %s', async (_where, text) => {
    account = await openTestAccount(prices)
    await setUp(account.stripe, { ...sampleOptions, check: true }, secrets)
    const kinds = new Set(account.calls.map(({ action }) => kindOf(action)))
    expect(kinds.size).toBeGreaterThan(5)
    expect([...kinds].filter((kind) => !text.toLowerCase().includes(kind))).toEqual([])
  })
})

describe('the permissions of a restricted key for the functions', () => {
  test('are complete in the page about a new stage', () => {
    const list =
      /A restricted key needs these permissions for the service[^]*?\*\*The second/.exec(page)?.[0] ?? 'none'
    const kinds = stripeResources.map((name) => otherNames[name] ?? wordsOf(name))
    expect(kinds.filter((kind) => !list.toLowerCase().includes(kind))).toEqual([])
  })
})
