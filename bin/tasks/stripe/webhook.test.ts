import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from '#local/stripe/testing/test-account.ts'
import * as paths from '#shared/values/site-map.ts'
import { stripeApiVersion } from '#platform/stripe.ts'
import type { SecretStore } from './secret-store.ts'
import { sampleOptions as options } from './testing/sample-options.ts'
import { webhookDifferences } from './webhook.ts'

let account: TestAccount
let values: string[]
beforeEach(async () => {
  account = await openTestAccount([])
  values = ['generated']
})
afterEach(() => account.close())

const secrets: SecretStore = {
  name: 'the secret',
  read: () => Promise.resolve(values.at(-1) ?? ''),
  write: (value) => {
    values.push(value)
    return Promise.resolve()
  },
}

const run = async (): Promise<string> => {
  const differences = await webhookDifferences(account.stripe, options, secrets)
  for (const { apply } of differences) await apply?.()
  return differences.map(({ text }) => text).join('\n')
}

const endpoints = async () => (await account.stripe.webhookEndpoints.list()).data

/** Lets every creation of an endpoint wait until there are two. Returns the secrets by endpoint. */
const createInPairs = (): Map<string, string | undefined> => {
  const created = new Map<string, string | undefined>()
  const api = account.stripe.webhookEndpoints
  const create = api.create.bind(api)
  api.create = async (params) => {
    const one = await create(params)
    created.set(one.id, one.secret)
    await expect.poll(() => created.size).toBe(2)
    return one
  }
  return created
}

describe('two operators who set up the webhook at once', () => {
  test('store no secret of an endpoint that the other one replaces', async () => {
    const created = createInPairs()
    const runs = await Promise.allSettled([run(), run()])
    const failures = runs.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(failures).toContainEqual(expect.stringContaining('Another run has created'))
    const left = await endpoints()
    expect(left).toHaveLength(2 - failures.length)
    expect(values).toEqual(['generated', ...left.map(({ id }) => created.get(id))])
  })

  test('leave the endpoint whose secret the other one has not stored yet', async () => {
    const { id } = await account.stripe.webhookEndpoints.create({
      url: `${options.site}${paths.stripeWebhook}`,
      enabled_events: ['invoice.paid'],
      api_version: stripeApiVersion,
      metadata: { signing_secret: 'pending' },
    })
    expect(await run()).toContain(`Webhook endpoint ${id} is being set up by another run`)
    expect([await endpoints(), values]).toMatchObject([[{ id }], ['generated']])
  })
})
