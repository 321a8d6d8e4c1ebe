import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { countMetrics } from '#platform/metric.ts'
import type { CreditedPayment } from '#services/payments/stripe/payments.ts'
import type { PartOutcome } from '#services/payments/stripe/refunds.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { anInvoice, aSubscription, inDays } from '#test/kit/in-memory/subscriber.ts'
import { refundLaterChange, repayUndoneChange, repayUndoneChangeOfEnded } from './undone-change.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

/** The month before the change: £30.00 of it were not used. */
const month: CreditedPayment = {
  id: 'in_0',
  number: 'A-0',
  currency: 'gbp',
  isSettled: false,
  intentId: 'pi_0',
  creditMinor: 3000,
  fromCreditMinor: 0,
}

/** Staff ended this subscription yesterday, in the middle of the period that the change bought. */
const endedBefore = aSubscription({
  status: 'canceled',
  endedEpochSeconds: inDays(-1),
  latestInvoiceId: 'in_1',
})

interface Facts {
  readonly outcome?: PartOutcome
  /** `null`: the change credits no time that was paid for. */
  readonly credited?: Partial<CreditedPayment> | null
  readonly change?: Partial<SubscriptionInvoice>
  readonly withdrawn?: readonly string[]
  readonly hasCustomer?: boolean
  /** Set if the subscription has ended before. `null`: the payment is not for a subscription. */
  readonly ended?: Partial<ProviderSubscription> | null
}

/** Undoes the change of plan `in_1`, whose payment `pi_1` was refunded. Returns the requests to Stripe. */
const undo = async ({
  outcome = { state: 'refunded', amountMinor: 3000 },
  credited = {},
  change = {},
  withdrawn = [],
  hasCustomer = true,
  ended,
}: Facts = {}) => {
  const requests: string[] = []
  const stripe: StripeGateway = {
    ...stripeGateway,
    findCreditedPayment: async () => (credited === null ? undefined : { ...month, ...credited }),
    findInvoiceByPayment: async () => (ended === null ? undefined : { id: 'in_1', subscriptionId: 'sub_1' }),
    findInvoice: async (id) =>
      anInvoice({ id, isPlanChange: true, subscription: { ...endedBefore, ...ended }, ...change }),
    isPaymentWithdrawn: async (id) => withdrawn.includes(id),
    refundPart: async (intent, { amountMinor, totalMinor, purpose }) => {
      requests.push(`refund ${amountMinor} of ${totalMinor} from ${intent} for ${purpose}`)
      return outcome
    },
    returnCredit: async ({ invoiceId, amountMinor, purpose }) => {
      requests.push(`return ${amountMinor} of ${invoiceId} for ${purpose}`)
      return hasCustomer
    },
    reportOnce: async (id, purpose, report) => {
      requests.push(`report ${purpose} about ${id}`)
      report()
    },
    markSettled: async (id) => void requests.push(`settle ${id}`),
  }
  if (ended === undefined)
    await repayUndoneChange({ subscriptionId: 'sub_1', invoiceId: 'in_1', intentId: 'pi_1' }, stripe)
  else await repayUndoneChangeOfEnded('pi_1', stripe)
  return requests
}

const refund = 'refund 3000 of 3000 from pi_0 for credit:in_1'

describe('the refund of the unused time that a change of plan credited', () => {
  test.each<PartOutcome>([
    { state: 'refunded', amountMinor: 3000 },
    { state: 'disputed' },
    { state: 'dispute_lost' },
    { state: 'failed' },
  ])('raises no alarm itself, whether or not Stripe makes it: $state', async (outcome) => {
    expect(await undo({ outcome })).toEqual([refund])
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('returns the part that was paid from credit as credit', async () => {
    expect(await undo({ credited: { creditMinor: 3000, fromCreditMinor: 1200 } })).toEqual([
      'return 1200 of in_0 for credit:in_1',
      refund,
    ])
    const allFromCredit = { creditMinor: 0, fromCreditMinor: 4200, intentId: null }
    expect(await undo({ credited: allFromCredit })).toEqual(['return 4200 of in_0 for credit:in_1'])
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test('asks staff for the part that was paid outside of Stripe only', async () => {
    const credited = { intentId: null, fromCreditMinor: 1200 }
    expect(await undo({ credited })).toEqual(['return 1200 of in_0 for credit:in_1', 'settle in_0'])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })
})

describe('the credit at Stripe that a change of plan used', () => {
  test('is returned too, even if the change credits no time', async () => {
    const own = 'return 700 of in_1 for undone:in_1'
    expect(await undo({ change: { creditMinor: 700 } })).toEqual([own, refund])
    expect(await undo({ change: { creditMinor: 700 }, credited: null })).toEqual([own])
  })

  test('is not returned for a renewal: staff decide about it', async () => {
    const change = { creditMinor: 700, isPlanChange: false }
    expect(await undo({ change, credited: null })).toEqual([])
  })

  test.each(['pi_0', 'pi_1'])('is not returned after a withdrawal that refunded %s', async (intent) => {
    expect(await undo({ change: { creditMinor: 700 }, withdrawn: [intent] })).toEqual([])
  })

  test('raises an alarm if its customer is deleted at Stripe', async () => {
    await undo({ change: { creditMinor: 700 }, credited: null, hasCustomer: false })
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })
})

describe('the credit of a change of plan whose subscription was ended before', () => {
  const paid = { status: 'paid', paidAtEpochSeconds: inDays(-10) }

  test('is refunded if the end has cut the period of the change short', async () => {
    expect(await undo({ ended: {}, change: paid })).toEqual([refund])
  })

  test.each<[string, Facts]>([
    ['its period was over', { ended: { endedEpochSeconds: inDays(20) } }],
    ['it has not ended', { ended: { status: 'active' } }],
    ['its end is not known', { ended: { endedEpochSeconds: null } }],
    ['a later invoice was issued', { ended: { latestInvoiceId: 'in_2' } }],
    ['it was a duplicate', { ended: { duplicate: 'settled' } }],
    [
      'its buyer has withdrawn',
      {
        ended: {
          withdrawal: {
            state: 'settled',
            refundMinor: 5000,
            transferMinor: 0,
            refundedMinor: 0,
            invoiceId: 'in_1',
          },
        },
      },
    ],
    ['staff have settled a withdrawal by email', { ended: { isSettledByStaff: true } }],
    ['the payment was late', { ended: {}, change: { ...paid, paidAtEpochSeconds: inDays(0) } }],
    ['the payment was for a renewal', { ended: {}, change: { ...paid, isPlanChange: false } }],
    ['the payment was for a pass', { ended: null }],
  ])('is not refunded if %s', async (_when, facts) => {
    expect(await undo({ change: paid, ...facts })).toEqual([])
  })
})

test('no later change is refunded for a payment without an invoice', async () => {
  const findInvoice = vi.fn<StripeGateway['findInvoice']>()
  await refundLaterChange(undefined, { ...stripeGateway, findInvoice })
  expect(findInvoice).not.toHaveBeenCalled()
})

describe('a change of plan that was charged while its subscription was ended for the month before', () => {
  const month = anInvoice({
    id: 'in_0',
    status: 'paid',
    subscription: { ...endedBefore, endsForInvoiceId: 'in_0' },
  })

  /** Returns the requests to Stripe for the change `in_1`. By default, refunds what is due after the end for `reversed`. */
  const refundLater = async (
    change: Partial<SubscriptionInvoice> = {},
    reversed: SubscriptionInvoice = month,
    refundDue = (stripe: StripeGateway) => refundLaterChange(reversed, stripe),
  ) => {
    const requests: string[] = []
    const later = anInvoice({
      id: 'in_1',
      status: 'paid',
      isPlanChange: true,
      paidAtEpochSeconds: inDays(-1) - 1,
      paymentIntentId: 'pi_1',
      subscription: { ...endedBefore, endsForInvoiceId: 'in_0' },
      ...change,
    })
    await refundDue({
      ...stripeGateway,
      findInvoiceByPayment: async () => ({ id: reversed.id, subscriptionId: 'sub_1' }),
      findInvoice: async (id) => {
        if (id === 'in_1') return later
        requests.push(`read ${id}`)
        return reversed
      },
      refundInFull: async (intent, purpose) => {
        requests.push(`refund ${intent} for ${purpose}`)
        return { state: 'refunded', amountMinor: 5000 }
      },
      returnCredit: async ({ invoiceId, amountMinor, purpose }) => {
        requests.push(`return ${amountMinor} of ${invoiceId} for ${purpose}`)
        return true
      },
    })
    return requests
  }
  const refundOfChange = 'refund pi_1 for after-reversal:in_1'
  const returned = 'return 700 of in_1 for undone:in_1'

  test('is refunded, and the credit that it used is returned', async () => {
    expect(await refundLater()).toEqual([refundOfChange])
    expect(await refundLater({ creditMinor: 700 })).toEqual([refundOfChange, returned])
    expect(await refundLater({ creditMinor: 700, paymentIntentId: null })).toEqual([returned])
  })

  test('is refunded by the next event about the month if the end was interrupted', async () => {
    const nextEvent = (stripe: StripeGateway) => repayUndoneChangeOfEnded('pi_0', stripe)
    expect(await refundLater({}, month, nextEvent)).toEqual(['read in_0', refundOfChange])
  })

  const monthOf = (changes: Partial<ProviderSubscription>) =>
    anInvoice({ ...month, subscription: { ...month.subscription, ...changes } })

  test.each<[string, Partial<SubscriptionInvoice>, SubscriptionInvoice?]>([
    ['it is not paid', { status: 'open' }],
    ['it is a renewal', { isPlanChange: false }],
    ['it was paid late', { paidAtEpochSeconds: inDays(0) }],
    ['its period was over', { subscription: { ...endedBefore, endedEpochSeconds: inDays(20) } }],
    ['the month did not end the subscription', {}, monthOf({ endsForInvoiceId: undefined })],
    ['an earlier month ended it', {}, monthOf({ endsForInvoiceId: 'in_00' })],
    ['the month has the latest invoice', {}, monthOf({ latestInvoiceId: 'in_0' })],
    ['the latest invoice is not known', {}, monthOf({ latestInvoiceId: null })],
    ['its own payment was reversed', {}, { ...monthOf({ endsForInvoiceId: 'in_1' }), id: 'in_1' }],
  ])('is not refunded by this rule if %s', async (_when, change, reversed) => {
    expect(await refundLater(change, reversed)).toEqual([])
  })
})
