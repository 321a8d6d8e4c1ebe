import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openCheckout, openTestAccount, subscribe, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
})
afterEach(() => account.close())

const buyPass = async () => {
  const session = await openCheckout(account, 'pass')
  await account.emulator.pay(session.id, 'ok')
  return session.id
}

const chargeOf = async (session: string) => {
  const { payment_intent: intent } = await account.stripe.checkout.sessions.retrieve(session)
  const { data } = await account.stripe.charges.list({ payment_intent: idOf(intent) })
  const [charge] = data
  if (!charge) throw new Error('Nothing was charged')
  return charge
}

const eventsOf = async (...types: string[]) =>
  (await account.stripe.events.list({ types })).data.map(({ type }) => type).reverse()

describe('refunds and disputes', () => {
  test('refund a payment in parts, up to the amount paid', async () => {
    const session = await buyPass()
    expect(account.emulator.refund({ session, amount: 2000 })).toMatchObject({
      amount: 2000,
      status: 'succeeded',
    })
    expect(await chargeOf(session)).toMatchObject({ amount_refunded: 2000, refunded: false })
    expect(() => account.emulator.refund({ session, amount: 3001 })).toThrow('greater than unrefunded amount')
    account.emulator.refund({ session })
    expect(await chargeOf(session)).toMatchObject({ amount_refunded: 5000, refunded: true })
    expect(() => account.emulator.refund({ session })).toThrow('already been refunded')
    expect(await eventsOf('refund.*', 'charge.refunded')).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
  })

  test('find a subscription’s payment by its session or invoice', async () => {
    const { session, subscription } = await subscribe(account)
    const { latest_invoice: invoice } = await account.stripe.subscriptions.retrieve(subscription)
    account.emulator.refund({ session, amount: 1 })
    account.emulator.refund({ invoice: idOf(invoice), amount: 2 })
    const { data } = await account.stripe.refunds.list()
    expect(data.map(({ amount }) => amount)).toEqual([2, 1])
    expect(new Set(data.map(({ charge }) => charge)).size).toBe(1)
  })

  test('restore the paid amount when the bank returns a refund', async () => {
    const session = await buyPass()
    const { id } = account.emulator.refund({ session, fails: true })
    expect(await account.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' })
    expect(await chargeOf(session)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await eventsOf('refund.*')).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
  })

  test('withdraw the amount when a dispute opens and return it when the dispute is won', async () => {
    const session = await buyPass()
    const { id } = account.emulator.dispute({ session, outcome: 'open' })
    expect(await chargeOf(session)).toMatchObject({ disputed: true })
    expect((await account.stripe.disputes.retrieve(id)).status).toBe('needs_response')
    expect(() => account.emulator.refund({ session })).toThrow('charged back')
    account.emulator.dispute({ session, outcome: 'won' })
    const won = await account.stripe.disputes.retrieve(id)
    expect(won.status).toBe('won')
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5000, 5000])
    expect(await eventsOf('charge.dispute.*')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  test('return nothing when a dispute is lost or accepted', async () => {
    const lost = account.emulator.dispute({ session: await buyPass(), outcome: 'lost' })
    expect(lost.status).toBe('lost')
    const { id, charge } = account.emulator.dispute({ session: await buyPass(), outcome: 'open' })
    expect((await account.stripe.disputes.close(id)).status).toBe('lost')
    await expect(account.stripe.disputes.close(id)).rejects.toThrow('already closed')
    expect((await account.stripe.disputes.list({ charge })).data).toHaveLength(1)
    expect(await eventsOf('charge.dispute.funds_reinstated')).toEqual([])
  })

  test('reject unpaid payments', async () => {
    const session = await openCheckout(account, 'pass')
    expect(() => account.emulator.refund({ session: session.id })).toThrow('No such payment_intent')
    await account.emulator.pay(session.id, 'decline')
    expect(() => account.emulator.dispute({ session: session.id, outcome: 'open' })).toThrow(
      'successful charge',
    )
    expect(() => account.emulator.refund({ charge: 'ch_none' })).toThrow("No such charge: 'ch_none'")
  })
})
