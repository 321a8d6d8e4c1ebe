import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from './testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const names = () => account.received.map(({ body }) => JSON.parse(body).data.object.name as string)
const heldIds = () => account.emulator.webhooks().held.map((event) => String(Reflect.get(event, 'id')))

describe('webhooks', () => {
  test('holds events until they are released in the requested order and number', async () => {
    account.emulator.setWebhookMode('hold')
    for (const name of ['a', 'b', 'c']) await account.stripe.customers.create({ name })
    await account.emulator.waitUntilIdle()
    expect(names()).toEqual([])
    const [a = '', b = '', c = ''] = heldIds()

    expect(await account.emulator.release([c, a], 2)).toEqual([c, c, a, a].map((id) => ({ id, status: 200 })))
    expect(names()).toEqual(['c', 'c', 'a', 'a'])
    expect(heldIds()).toEqual([b])
    await account.emulator.release()
    expect(names()).toEqual(['c', 'c', 'a', 'a', 'b'])
    expect(account.emulator.webhooks().delivered).toHaveLength(3)
  })

  test('sends an event up to three times until the endpoint responds with 2xx', async () => {
    account.nextStatuses.push(500, 400)
    const { id } = await account.stripe.customers.create({ name: 'a' })
    await account.emulator.waitUntilIdle()
    expect(account.emulator.webhooks().delivered).toMatchObject([
      { type: 'customer.created', object: id, attempts: [{ status: 500 }, { status: 400 }, { status: 200 }] },
    ])
  })

  test('shows a rejected event as retrying, then as failed', async () => {
    account.nextStatuses.push(500, 500, 500)
    await account.stripe.customers.create({ name: 'a' })
    const state = () => Reflect.get(account.emulator.webhooks().delivered[0] ?? {}, 'state')
    await expect.poll(state).toBe('retrying')
    await account.emulator.waitUntilIdle()
    expect(state()).toBe('failed')
    await account.emulator.release([
      String(Reflect.get(account.emulator.webhooks().delivered[0] ?? {}, 'id')),
    ])
    expect(state()).toBe('delivered')
  })

  test('signs with both secrets during a rotation and with the new one afterwards', async () => {
    const old = account.emulator.webhookSecret
    const { secret } = account.emulator.rotateWebhookSecret(3600)
    const accepts = (candidate: string) => {
      const { body = '', signature = '' } = account.received.at(-1) ?? {}
      try {
        return account.stripe.webhooks.constructEvent(body, signature, candidate, 1e9).object === 'event'
      } catch {
        // An invalid signature is one of the expected results.
        return false
      }
    }
    await account.stripe.customers.create()
    await account.emulator.waitUntilIdle()
    expect([accepts(old), accepts(secret)]).toEqual([true, true])
    account.clock.set(new Date(account.clock.now().getTime() + 3601_000))
    await account.stripe.customers.create()
    await account.emulator.waitUntilIdle()
    expect([accepts(old), accepts(secret)]).toEqual([false, true])
    expect(account.emulator.webhookSecret).toBe(secret)
  })

  test('signs with the time of the movable clock', async () => {
    const moment = new Date('2030-05-06T07:08:09Z')
    account.clock.set(moment)
    await account.stripe.customers.create({ name: 'a' })
    await account.emulator.waitUntilIdle()
    const [{ signature, body } = { signature: '', body: '' }] = account.received
    const [, signedAt] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(signature) ?? []
    expect(Number(signedAt)).toBeLessThanOrEqual(account.clock.now().getTime() / 1000)
    expect(Number(signedAt)).toBeGreaterThanOrEqual(moment.getTime() / 1000)
    expect(JSON.parse(body).created).toBeGreaterThanOrEqual(moment.getTime() / 1000)
  })

  test('deletes customers, events and held deliveries on reset', async () => {
    account.emulator.setWebhookMode('hold')
    await account.stripe.customers.create()
    await account.emulator.reset()
    expect(account.emulator.webhooks()).toEqual({ mode: 'deliver', held: [], delivered: [] })
    expect((await account.stripe.events.list()).data).toEqual([])
    expect((await account.stripe.customers.list()).data).toEqual([])
  })
})
