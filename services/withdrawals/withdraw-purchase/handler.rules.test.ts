import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { brand } from '#shared/values/brand.ts'
import type { PartOutcome } from '#services/payments/stripe/refunds.ts'
import { type RefundFacts, reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import { apiError } from '#test/kit/api-error.ts'
import { anInvoice, aSubscription, inDays } from '#test/kit/in-memory/subscriber.ts'
import { type BuyerFacts, paid, recorded, subscriptionBuyer } from '#test/kit/in-memory/subscription-buyer.ts'

const facts: RefundFacts = {
  customerId: 'cus_1',
  guestEmail: null,
  payerEmail: null,
  what: 'subscription',
  paidFor: 'subscription',
  status: 'refunded',
  amountMinor: 5000,
  totalMinor: 5000,
  transferMinor: 0,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: '2027-02-19T10:00:00.000Z',
  number: 'A-1',
  purpose: 'withdrawal:sub_1',
}
beforeEach(() => {
  vi.spyOn(reversalFactGateway, 'findRefund').mockResolvedValue(facts)
  vi.spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal').mockResolvedValue(undefined)
})

const refunded = { reason: 'refunded', amountMinor: 5000 } as const

const refund = 'refund 5000 of pi_1'
const success = { status: 200, body: { refundMinor: 5000 } }

describe('withdraw-purchase', () => {
  test('records the withdrawal, refunds the payment, ends the subscription and emails the buyer', async () => {
    const { withdraw, changes, subscriber, emails } = await subscriptionBuyer({})
    expect(await withdraw()).toEqual(success)
    expect(changes).toEqual(['mark sub_1 started', refund, 'mark sub_1 settled'])
    expect(subscriber.changes()).toEqual(['cancel the change of sub_1', 'end sub_1'])
    expect(await emails()).toMatchObject([{ amount_minor: 5000 }])
  })

  test.each<[string, Partial<ProviderSubscription>]>([
    ['a payment is in dispute', { reversal: { reason: 'disputed', amountMinor: 5000 } }],
    ['the dispute of the payment is lost', { reversal: { reason: 'dispute_lost', amountMinor: 5000 } }],
    ['an earlier payment is in dispute', { isPaused: true }],
  ])('requests no change at Stripe while %s', async (_when, subscription) => {
    const { withdraw, changes, subscriber } = await subscriptionBuyer({ subscription })
    expect(await withdraw()).toMatchObject({ body: { error: { code: 'payment_disputed' } } })
    expect([...changes, ...subscriber.changes()]).toEqual([])
  })

  test('asks the buyer to email us if a part was paid from credit, and requests no change at Stripe', async () => {
    const { withdraw, changes, subscriber } = await subscriptionBuyer({
      invoice: { creditMinor: 3000, amountPaidMinor: 2000 },
    })
    expect(await withdraw(2000)).toMatchObject(
      apiError(
        'nothing_to_refund',
        `You paid for some or all of this from your credit with us, so we can’t refund it here. If you want to withdraw, please email us at ${brand.supportEmail} before your 14 days end.`,
      ),
    )
    expect([...changes, ...subscriber.changes()]).toEqual([])
  })

  test('says that nothing is left after staff have refunded everything', async () => {
    const { withdraw, changes } = await subscriptionBuyer({
      subscription: { reversal: refunded },
      refunds: { otherMinor: 5000 },
    })
    for (const amount of [0, 5000])
      expect(await withdraw(amount)).toMatchObject(
        apiError('nothing_to_refund', 'This purchase has been refunded already.'),
      )
    expect(changes).toEqual([])
  })

  test.each([4999, 5001, 0])('rejects an amount of %i pence if 5000 are due', async (amount) => {
    const { withdraw, changes } = await subscriptionBuyer({})
    expect(await withdraw(amount)).toMatchObject({ body: { error: { code: 'amount_changed' } } })
    expect(changes).toEqual([])
  })

  test('deducts what staff have refunded before', async () => {
    const { withdraw, changes } = await subscriptionBuyer({ refunds: { otherMinor: 700 } })
    expect(await withdraw(4300)).toEqual({ status: 200, body: { refundMinor: 4300 } })
    expect(changes).toContain('refund 4300 of pi_1')
  })

  test('withdraws from the purchase that the buyer names', async () => {
    const other = aSubscription({ id: 'sub_2', createdEpochSeconds: inDays(-9) })
    const invoices = [
      anInvoice({ id: 'in_2', subscription: other, ...paid, paymentIntentId: 'pi_2' }),
      anInvoice(paid),
    ]
    const { withdraw, changes } = await subscriptionBuyer({ other, invoices })
    expect(await withdraw(5000, 'sub_2')).toEqual(success)
    expect(changes).toContain('refund 5000 of pi_2')
    expect(await withdraw(5000, 'sub_3')).toMatchObject(apiError('not_found'))
  })

  test('returns the error of the refund if the bank opens a dispute in the meantime', async () => {
    const { withdraw, emails } = await subscriptionBuyer({ outcome: { state: 'disputed' } })
    expect(await withdraw()).toMatchObject({ body: { error: { code: 'payment_disputed' } } })
    expect(await emails()).toEqual([])
  })

  test('reads no invoices if no subscription was bought recently', async () => {
    const subscription = { createdEpochSeconds: inDays(-40) }
    const { withdraw, subscriber } = await subscriptionBuyer({ subscription })
    expect(await withdraw()).toMatchObject(apiError('not_found'))
    expect(subscriber.requests).toEqual(['list cus_1'])
  })

  test.each<[string, BuyerFacts]>([
    ['that is a duplicate, whose payment is refunded anyway', { subscription: { duplicate: 'refund_due' } }],
    ['of which nothing is paid', { invoice: { status: 'open' } }],
    ['that a refund has ended', { subscription: { status: 'canceled', reversal: refunded } }],
  ])('finds no subscription %s', async (_name, given) => {
    const { withdraw, changes } = await subscriptionBuyer(given)
    expect(await withdraw()).toMatchObject(apiError('not_found'))
    expect(changes).toEqual([])
  })
})

describe('withdraw-purchase for a recorded withdrawal', () => {
  const returned = { status: 200, body: { refundMinor: 4000 } }

  test('finishes it with the recorded amount, whichever amount the request states', async () => {
    const { withdraw, changes, subscriber } = await subscriptionBuyer({
      subscription: { withdrawal: recorded },
    })
    expect(await withdraw(5000)).toEqual(returned)
    expect(changes.slice(0, 2)).toEqual(['refund 4000 of pi_1', 'mark sub_1 settled'])
    expect(subscriber.changes()).not.toContain('cancel the change of sub_1')
  })

  test('requests nothing if it is settled', async () => {
    const withdrawal = { ...recorded, state: 'settled' } as const
    const ended = { status: 'canceled', endedEpochSeconds: inDays(-1), withdrawal }
    const refunds = { withdrawnMinor: 4000, ownMinor: 4000, refundId: 're_1' }
    const { withdraw, changes } = await subscriptionBuyer({ subscription: ended, refunds })
    expect(await withdraw()).toEqual(returned)
    expect(changes).toEqual([])
  })

  test('says that its refund failed, without another one, and acknowledges the withdrawal once', async () => {
    const withdrawal = { ...recorded, state: 'settled' } as const
    const ended = { status: 'canceled', endedEpochSeconds: inDays(-1), withdrawal }
    const { withdraw, changes, emails } = await subscriptionBuyer({
      subscription: ended,
      refunds: { failedRefundId: 're_failed' },
    })
    for (let request = 1; request <= 2; request += 1)
      expect(await withdraw()).toMatchObject({ status: 409, body: { error: { code: 'refund_failed' } } })
    expect(changes).toEqual([])
    expect(await emails()).toMatchObject([{ template: 'refund-failed', withdrawn: 'subscription' }])
    const refunds = { failedRefundId: 're_failed', withdrawnMinor: 4000, ownMinor: 4000 }
    expect(await (await subscriptionBuyer({ subscription: ended, refunds })).withdraw()).toEqual(returned)
  })

  test('ends the subscription although its refund failed', async () => {
    const { withdraw, changes, subscriber, emails } = await subscriptionBuyer({
      outcome: { state: 'failed' },
    })
    expect(await withdraw()).toMatchObject({ status: 409, body: { error: { code: 'refund_failed' } } })
    expect(await emails()).toMatchObject([{ template: 'refund-failed', withdrawn: 'subscription' }])
    expect(changes).toEqual(['mark sub_1 started', refund, 'mark sub_1 settled'])
    expect(subscriber.changes()).toEqual(['cancel the change of sub_1', 'end sub_1'])
  })

  test('finishes one that only its refund records', async () => {
    const refunds = { withdrawnMinor: 4000, ownMinor: 4000, refundId: 're_1' }
    const { withdraw, changes, subscriber } = await subscriptionBuyer({ refunds })
    expect(await withdraw()).toEqual(returned)
    expect(changes).toEqual(['mark sub_1 settled'])
    expect(subscriber.changes()).toEqual(['end sub_1'])
  })
})

describe('the email about a withdrawal', () => {
  test.each<[string, RefundFacts | undefined, PartOutcome | undefined, object]>([
    ['Stripe does not find the refund', undefined, undefined, success],
    ['Stripe does not find the refund that has failed', undefined, { state: 'failed' }, { status: 409 }],
    ['the refund has failed', { ...facts, status: 'failed' }, undefined, success],
  ])('waits for the events if %s', async (_when, found, outcome, expected) => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue(found)
    const { withdraw, emails } = await subscriptionBuyer(outcome ? { outcome } : {})
    expect(await withdraw()).toMatchObject(expected)
    expect(await emails()).toEqual([])
  })

  test('is about the earlier payment if Stripe refunds nothing of the latest', async () => {
    const upgrade = anInvoice({ id: 'in_2', ...paid, paymentIntentId: null, createdEpochSeconds: inDays(-5) })
    const { withdraw, emails } = await subscriptionBuyer({ invoices: [upgrade, anInvoice(paid)] })
    expect(await withdraw(10_000)).toEqual({ status: 200, body: { refundMinor: 10_000 } })
    expect(await emails()).toHaveLength(1)
  })

  test.each<[string, number, BuyerFacts]>([
    ['the bank transfer if Stripe refunds nothing', 5000, { invoice: { paymentIntentId: null } }],
    ['that nothing more is due after refunds by staff', 0, { refunds: { otherMinor: 5000 } }],
  ])('states %s', async (_what, transferMinor, given) => {
    const unrefunded = { ...facts, subscriptionId: 'sub_1', transferMinor }
    vi.mocked(unrefundedWithdrawalGateway.findUnrefundedWithdrawal).mockResolvedValue(unrefunded)
    const { withdraw, emails } = await subscriptionBuyer(given)
    expect(await withdraw(transferMinor)).toEqual({ status: 200, body: { refundMinor: transferMinor } })
    const [email] = await emails()
    expect(email).toMatchObject({ template: 'withdrawal', amount_minor: transferMinor })
    expect(email && 'transfer_minor' in email).toBe(transferMinor > 0)
  })

  test('waits for the events if Stripe reports neither a refund nor a transfer', async () => {
    const { withdraw, emails } = await subscriptionBuyer({ invoice: { paymentIntentId: null } })
    expect(await withdraw()).toEqual(success)
    expect(await emails()).toEqual([])
  })
})
