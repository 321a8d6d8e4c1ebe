import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inDays } from '#test/kit/in-memory/subscriber.ts'
import { type BuyerFacts, recorded, subscriptionBuyer } from '#test/kit/in-memory/subscription-buyer.ts'

describe('list-withdrawable-purchases', () => {
  test('returns a purchase of the last 14 days', async () => {
    const { list: listed } = await subscriptionBuyer({})
    expect(await listed()).toMatchObject({ data: [{ id: 'sub_1', refundMinor: 5000, transferMinor: 0 }] })
  })

  test.each<[string, BuyerFacts]>([
    ['older', { subscription: { createdEpochSeconds: inDays(-15) } }],
    ['in dispute, and refunded', { refunds: { otherMinor: 5000 }, subscription: { isPaused: true } }],
    ['ended, and refunded', { refunds: { otherMinor: 5000 }, subscription: { status: 'canceled' } }],
  ])('leaves out one that is %s', async (_name, given) => {
    const { list: listed } = await subscriptionBuyer(given)
    expect(await listed()).toEqual({ data: [], byEmail: [], withdrawn: [] })
  })

  test('returns one for which staff have refunded what is due, because it would be charged again', async () => {
    const { list: listed } = await subscriptionBuyer({ refunds: { otherMinor: 5000 } })
    expect(await listed()).toMatchObject({ data: [{ id: 'sub_1', refundedMinor: 5000, refundMinor: 0 }] })
  })

  test.each<[string, BuyerFacts]>([
    ['disputed', { subscription: { isPaused: true } }],
    ['credit', { invoice: { creditMinor: 5000, amountPaidMinor: 0, paymentIntentId: null } }],
  ])('returns the reason for one that can be withdrawn from only by email: %s', async (reason, given) => {
    const { list: listed } = await subscriptionBuyer(given)
    const boughtAt = new Date(inDays(-10) * 1000).toISOString()
    const found = { id: 'sub_1', plan: 'monthly', boughtAt, lastDay: '2027-03-05', reason }
    expect(await listed()).toEqual({ data: [], byEmail: [found], withdrawn: [] })
  })

  test('returns only the id of one that is withdrawn', async () => {
    const { list: listed } = await subscriptionBuyer({ subscription: { withdrawal: recorded } })
    expect(await listed()).toEqual({ data: [], byEmail: [], withdrawn: ['sub_1'] })
  })
})
