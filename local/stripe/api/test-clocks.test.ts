import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openCheckout, openTestAccount, subscribe, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const seconds = (iso: string) => Date.parse(iso) / 1000
const startClock = (iso: string) =>
  account.stripe.testHelpers.testClocks.create({ frozen_time: seconds(iso), name: 'A year' })

const buy = async (clock: string) => {
  const customer = await account.stripe.customers.create({ test_clock: clock, email: 'a@customer.example' })
  const session = await openCheckout(account, 'monthly', customer.id)
  await account.emulator.pay(session.id, 'ok')
  const { subscription } = await account.stripe.checkout.sessions.retrieve(session.id)
  return { customer, subscription: idOf(subscription) }
}

describe('test clocks', () => {
  test('give their customers their own time, which moves only when advanced', async () => {
    const others = await subscribe(account)
    const clock = await startClock('2031-05-31T09:00:00Z')
    const { customer, subscription } = await buy(clock.id)
    expect(customer.created).toBe(clock.frozen_time)
    const before = await account.stripe.subscriptions.retrieve(subscription)
    expect(before).toMatchObject({ created: clock.frozen_time, test_clock: clock.id, status: 'active' })

    const advancing = await account.stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: seconds('2031-08-01T00:00:00Z'),
    })
    expect(advancing.status).toBe('advancing')
    expect(await account.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      status: 'ready',
      frozen_time: seconds('2031-08-01T00:00:00Z'),
    })
    const { data } = await account.stripe.invoices.list({ customer: customer.id })
    expect(data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
      '2031-07-31',
      '2031-06-30',
      '2031-05-31',
    ])
    expect((await account.stripe.invoices.list({ customer: others.customer })).data).toHaveLength(1)
  })

  test('are independent of the account’s clock', async () => {
    const clock = await startClock('2031-05-31T09:00:00Z')
    const { customer } = await buy(clock.id)
    account.clock.set(new Date('2035-01-01T00:00:00Z'))
    expect((await account.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
    await expect(
      account.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time }),
    ).rejects.toThrow('must be after')
  })

  test('delete their customers when they are deleted', async () => {
    const clock = await startClock('2031-05-31T09:00:00Z')
    const { customer, subscription } = await buy(clock.id)
    expect(await account.stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
    expect(await account.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    expect((await account.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
    expect((await account.stripe.testHelpers.testClocks.list()).data).toEqual([])
  })
})
