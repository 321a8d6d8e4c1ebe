import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import type { ProviderSubscription, RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import { brand } from '#shared/values/brand.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PartOutcome, refundRequests } from '#services/payments/stripe/refunds.ts'
import { type RefundFacts, reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle as list } from '../list-withdrawable-purchases/handler.ts'
import { handle } from './handler.ts'

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

type Refunds = Awaited<ReturnType<typeof refundRequests.findWithdrawalRefunds>>
const noRefunds: Refunds = { withdrawnMinor: 0, ownMinor: 0, otherMinor: 0, refundId: undefined }

const refunded = { reason: 'refunded', amountMinor: 5000 } as const

interface Facts {
  readonly subscription?: Partial<ProviderSubscription>
  /** Another subscription of the same customer. */
  readonly other?: ProviderSubscription
  readonly invoice?: Partial<SubscriptionInvoice>
  readonly invoices?: readonly SubscriptionInvoice[]
  readonly refunds?: Partial<Refunds>
  readonly outcome?: PartOutcome
}

const paid = { status: 'paid', amountPaidMinor: 5000, paymentIntentId: 'pi_1' }
const recorded: RecordedWithdrawal = {
  state: 'started',
  refundMinor: 4000,
  transferMinor: 0,
  refundedMinor: 0,
  invoiceId: 'in_1',
}

/** Connects the operations with a buyer of `sub_1`, who paid £50.00 for it with `pi_1` ten days ago. */
const buyer = async ({ subscription, other, invoice, refunds, outcome, invoices }: Facts) => {
  const bought = aSubscription(subscription)
  const changes: string[] = []
  let atStripe: Refunds = { ...noRefunds, ...refunds }
  const subscriber = await subscriberInMemory({
    subscriptions: [bought, ...(other ? [other] : [])],
    invoices: [...(invoices ?? [anInvoice({ subscription: bought, ...paid, ...invoice })])],
    stripe: {
      findWithdrawalRefunds: async () => atStripe,
      refundPart: async (intent, { amountMinor, totalMinor }) => {
        changes.push(`refund ${amountMinor} of ${intent}`)
        if (outcome?.state === 'failed') atStripe = { ...atStripe, failedRefundId: 're_failed' }
        if (outcome) return outcome
        atStripe = { ...atStripe, withdrawnMinor: totalMinor, ownMinor: amountMinor, refundId: 're_1' }
        return { state: 'refunded', amountMinor }
      },
      markWithdrawal: async (id, withdrawal) =>
        void changes.push(`mark ${id} ${withdrawal?.state ?? 'with nothing'}`),
      recordReversal: async () => undefined,
    },
  })
  const { deps: own, caller, table } = subscriber
  const deps = { ...own, passes: passRepository(table), guestKeys: undefined }
  return {
    subscriber,
    /** The requested changes of money and of the record of the withdrawal. */
    changes,
    list: async () => (await callInMemory(listWithdrawablePurchases, list, { caller, now }, deps)).body,
    withdraw: (refundMinor = 5000, id = 'sub_1') =>
      callInMemory(withdrawPurchase, handle, { caller, body: { id, refundMinor }, now }, deps),
    emails: async () =>
      (await table.listByIndex(keys.emailsTo(caller.profile.email, '').gsi1pk))
        .map((item) => outboxRecord.parse(item).content)
        .filter((content) => content?.template === 'withdrawal' || content?.template === 'refund-failed'),
  }
}

const refund = 'refund 5000 of pi_1'
const success = { status: 200, body: { refundMinor: 5000 } }

describe('withdraw-purchase', () => {
  test('records the withdrawal, refunds the payment, ends the subscription and emails the buyer', async () => {
    const { withdraw, changes, subscriber, emails } = await buyer({})
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
    const { withdraw, changes, subscriber } = await buyer({ subscription })
    expect(await withdraw()).toMatchObject({ body: { error: { code: 'payment_disputed' } } })
    expect([...changes, ...subscriber.changes()]).toEqual([])
  })

  test('asks the buyer to email us if a part was paid from credit, and requests no change at Stripe', async () => {
    const { withdraw, changes, subscriber } = await buyer({
      invoice: { creditMinor: 3000, amountPaidMinor: 2000 },
    })
    expect(await withdraw(2000)).toMatchObject(
      apiError(
        'nothing_to_refund',
        `You paid for this from your credit with us, so we can’t refund it here. If you want to withdraw, please email us at ${brand.supportEmail} before your 14 days end.`,
      ),
    )
    expect([...changes, ...subscriber.changes()]).toEqual([])
  })

  test('says that nothing is left after staff have refunded everything', async () => {
    const { withdraw, changes } = await buyer({
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
    const { withdraw, changes } = await buyer({})
    expect(await withdraw(amount)).toMatchObject({ body: { error: { code: 'amount_changed' } } })
    expect(changes).toEqual([])
  })

  test('deducts what staff have refunded before', async () => {
    const { withdraw, changes } = await buyer({ refunds: { otherMinor: 700 } })
    expect(await withdraw(4300)).toEqual({ status: 200, body: { refundMinor: 4300 } })
    expect(changes).toContain('refund 4300 of pi_1')
  })

  test('withdraws from the purchase that the buyer names', async () => {
    const other = aSubscription({ id: 'sub_2', createdEpochSeconds: inDays(-9) })
    const invoices = [
      anInvoice({ id: 'in_2', subscription: other, ...paid, paymentIntentId: 'pi_2' }),
      anInvoice(paid),
    ]
    const { withdraw, changes } = await buyer({ other, invoices })
    expect(await withdraw(5000, 'sub_2')).toEqual(success)
    expect(changes).toContain('refund 5000 of pi_2')
    expect(await withdraw(5000, 'sub_3')).toMatchObject(apiError('not_found'))
  })

  test('returns the error of the refund if the bank opens a dispute in the meantime', async () => {
    const { withdraw, emails } = await buyer({ outcome: { state: 'disputed' } })
    expect(await withdraw()).toMatchObject({ body: { error: { code: 'payment_disputed' } } })
    expect(await emails()).toEqual([])
  })

  test('reads no invoices if no subscription was bought recently', async () => {
    const subscription = { createdEpochSeconds: inDays(-40) }
    const { withdraw, subscriber } = await buyer({ subscription })
    expect(await withdraw()).toMatchObject(apiError('not_found'))
    expect(subscriber.requests).toEqual(['list cus_1'])
  })

  test.each<[string, Facts]>([
    ['that is a duplicate, whose payment is refunded anyway', { subscription: { duplicate: 'refund_due' } }],
    ['of which nothing is paid', { invoice: { status: 'open' } }],
    ['that a refund has ended', { subscription: { status: 'canceled', reversal: refunded } }],
  ])('finds no subscription %s', async (_name, given) => {
    const { withdraw, changes } = await buyer(given)
    expect(await withdraw()).toMatchObject(apiError('not_found'))
    expect(changes).toEqual([])
  })
})

describe('withdraw-purchase for a recorded withdrawal', () => {
  const returned = { status: 200, body: { refundMinor: 4000 } }

  test('finishes it with the recorded amount, whichever amount the request states', async () => {
    const { withdraw, changes, subscriber } = await buyer({ subscription: { withdrawal: recorded } })
    expect(await withdraw(5000)).toEqual(returned)
    expect(changes.slice(0, 2)).toEqual(['refund 4000 of pi_1', 'mark sub_1 settled'])
    expect(subscriber.changes()).not.toContain('cancel the change of sub_1')
  })

  test('requests nothing if it is settled', async () => {
    const withdrawal = { ...recorded, state: 'settled' } as const
    const ended = { status: 'canceled', endedEpochSeconds: inDays(-1), withdrawal }
    const refunds = { withdrawnMinor: 4000, ownMinor: 4000, refundId: 're_1' }
    const { withdraw, changes } = await buyer({ subscription: ended, refunds })
    expect(await withdraw()).toEqual(returned)
    expect(changes).toEqual([])
  })

  test('says that its refund failed, without another one, and acknowledges the withdrawal once', async () => {
    const withdrawal = { ...recorded, state: 'settled' } as const
    const ended = { status: 'canceled', endedEpochSeconds: inDays(-1), withdrawal }
    const { withdraw, changes, emails } = await buyer({
      subscription: ended,
      refunds: { failedRefundId: 're_failed' },
    })
    for (let request = 1; request <= 2; request += 1)
      expect(await withdraw()).toMatchObject({ status: 409, body: { error: { code: 'refund_failed' } } })
    expect(changes).toEqual([])
    expect(await emails()).toMatchObject([{ template: 'refund-failed', withdrawn: 'subscription' }])
    const refunds = { failedRefundId: 're_failed', withdrawnMinor: 4000, ownMinor: 4000 }
    expect(await (await buyer({ subscription: ended, refunds })).withdraw()).toEqual(returned)
  })

  test('ends the subscription although its refund failed', async () => {
    const { withdraw, changes, subscriber, emails } = await buyer({ outcome: { state: 'failed' } })
    expect(await withdraw()).toMatchObject({ status: 409, body: { error: { code: 'refund_failed' } } })
    expect(await emails()).toMatchObject([{ template: 'refund-failed', withdrawn: 'subscription' }])
    expect(changes).toEqual(['mark sub_1 started', refund, 'mark sub_1 settled'])
    expect(subscriber.changes()).toEqual(['cancel the change of sub_1', 'end sub_1'])
  })

  test('finishes one that only its refund records', async () => {
    const refunds = { withdrawnMinor: 4000, ownMinor: 4000, refundId: 're_1' }
    const { withdraw, changes, subscriber } = await buyer({ refunds })
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
    const { withdraw, emails } = await buyer(outcome ? { outcome } : {})
    expect(await withdraw()).toMatchObject(expected)
    expect(await emails()).toEqual([])
  })

  test('is about the earlier payment if Stripe refunds nothing of the latest', async () => {
    const upgrade = anInvoice({ id: 'in_2', ...paid, paymentIntentId: null, createdEpochSeconds: inDays(-5) })
    const { withdraw, emails } = await buyer({ invoices: [upgrade, anInvoice(paid)] })
    expect(await withdraw(10_000)).toEqual({ status: 200, body: { refundMinor: 10_000 } })
    expect(await emails()).toHaveLength(1)
  })

  test.each<[string, number, Facts]>([
    ['the bank transfer if Stripe refunds nothing', 5000, { invoice: { paymentIntentId: null } }],
    ['that nothing more is due after refunds by staff', 0, { refunds: { otherMinor: 5000 } }],
  ])('states %s', async (_what, transferMinor, given) => {
    const unrefunded = { ...facts, subscriptionId: 'sub_1', transferMinor }
    vi.mocked(unrefundedWithdrawalGateway.findUnrefundedWithdrawal).mockResolvedValue(unrefunded)
    const { withdraw, emails } = await buyer(given)
    expect(await withdraw(transferMinor)).toEqual({ status: 200, body: { refundMinor: transferMinor } })
    const [email] = await emails()
    expect(email).toMatchObject({ template: 'withdrawal', amount_minor: transferMinor })
    expect(email && 'transfer_minor' in email).toBe(transferMinor > 0)
  })

  test('waits for the events if Stripe reports neither a refund nor a transfer', async () => {
    const { withdraw, emails } = await buyer({ invoice: { paymentIntentId: null } })
    expect(await withdraw()).toEqual(success)
    expect(await emails()).toEqual([])
  })
})

describe('list-withdrawable-purchases', () => {
  test('returns a purchase of the last 14 days', async () => {
    const { list: listed } = await buyer({})
    expect(await listed()).toMatchObject({ data: [{ id: 'sub_1', refundMinor: 5000, transferMinor: 0 }] })
  })

  test.each<[string, Facts]>([
    ['older', { subscription: { createdEpochSeconds: inDays(-15) } }],
    ['in dispute, and refunded', { refunds: { otherMinor: 5000 }, subscription: { isPaused: true } }],
    ['ended, and refunded', { refunds: { otherMinor: 5000 }, subscription: { status: 'canceled' } }],
  ])('leaves out one that is %s', async (_name, given) => {
    const { list: listed } = await buyer(given)
    expect(await listed()).toEqual({ data: [], byEmail: [], withdrawn: [] })
  })

  test('returns one for which staff have refunded what is due, because it would be charged again', async () => {
    const { list: listed } = await buyer({ refunds: { otherMinor: 5000 } })
    expect(await listed()).toMatchObject({ data: [{ id: 'sub_1', refundedMinor: 5000, refundMinor: 0 }] })
  })

  test.each<[string, Facts]>([
    ['disputed', { subscription: { isPaused: true } }],
    ['credit', { invoice: { creditMinor: 5000, amountPaidMinor: 0, paymentIntentId: null } }],
  ])('returns the reason for one that can be withdrawn from only by email: %s', async (reason, given) => {
    const { list: listed } = await buyer(given)
    const boughtAt = new Date(inDays(-10) * 1000).toISOString()
    const found = { id: 'sub_1', plan: 'monthly', boughtAt, lastDay: '2027-03-05', reason }
    expect(await listed()).toEqual({ data: [], byEmail: [found], withdrawn: [] })
  })

  test('returns only the id of one that is withdrawn', async () => {
    const { list: listed } = await buyer({ subscription: { withdrawal: recorded } })
    expect(await listed()).toEqual({ data: [], byEmail: [], withdrawn: ['sub_1'] })
  })
})
