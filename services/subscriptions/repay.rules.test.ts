import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { RefundOutcome } from '#services/payments/stripe/refunds.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { partOutcome } from '#test/kit/in-memory/part-outcome.ts'
import { anInvoice, aSubscription, inDays } from '#test/kit/in-memory/subscriber.ts'
import { repayCustomer, repayEnded, repayUnusedTime } from './repay.ts'

interface Facts {
  readonly subscription?: ProviderSubscription | undefined
  readonly invoice?: Partial<SubscriptionInvoice>
  readonly hasInvoice?: boolean
  readonly reversal?: ReversalReason | undefined
  readonly outcome?: RefundOutcome
  /** Sum of the refunds by staff, in pence. */
  readonly refundedByStaffMinor?: number
}

const refunded: RefundOutcome = { state: 'refunded', amountMinor: 5000 }

/** A Stripe with one subscription, whose invoice `in_1` is paid with `pi_1`. Records the changes that are requested. */
const stripeWith = ({
  subscription,
  invoice = {},
  hasInvoice = true,
  reversal,
  outcome = refunded,
  refundedByStaffMinor = 0,
}: Facts) => {
  const requests: string[] = []
  const listed = anInvoice({
    status: 'paid',
    amountPaidMinor: 5000,
    paymentIntentId: 'pi_1',
    ...(subscription && { subscription }),
    ...invoice,
  })
  const hasEnded = () => requests.includes('end sub_1')
  const stripe = {
    ...stripeGateway,
    findSubscription: async () => subscription,
    listSubscriptions: async () =>
      subscription === undefined
        ? []
        : [{ ...subscription, ...(hasEnded() && { status: 'canceled' as const }) }],
    listInvoicesOf: async () => (hasInvoice ? [listed] : []),
    findPayment: async (intentId: string) => ({ intentId, customerId: 'cus_1', reversal, amountMinor: 5000 }),
    findCreditedPayment: async () => ({
      id: 'in_0',
      number: 'A-0',
      currency: 'gbp',
      isSettled: false,
      intentId: 'pi_0',
      creditMinor: 3000,
      fromCreditMinor: 0,
    }),
    findInvoice: async () => listed,
    isPaymentWithdrawn: async () => false,
    findWithdrawalRefunds: async () => ({
      withdrawnMinor: 0,
      ownMinor: 0,
      otherMinor: refundedByStaffMinor,
      refundId: undefined,
    }),
    refundPart: async (
      intent: string,
      { amountMinor, purpose }: { amountMinor: number; purpose: string },
    ) => {
      requests.push(`refund ${amountMinor} of ${intent} for ${purpose}`)
      return partOutcome(outcome)
    },
    refundInFull: async (intent: string, purpose: string) => {
      requests.push(`refund ${intent} for ${purpose}`)
      return outcome
    },
    markWithdrawal: async () => undefined,
    recordReversal: async () => undefined,
    cancelNow: async (id: string) => void requests.push(`end ${id}`),
    markDuplicate: async (id: string, state: string) => void requests.push(`mark ${id} ${state}`),
  }
  return { stripe, requests }
}

const withdrawal = {
  state: 'started',
  refundMinor: 5000,
  transferMinor: 0,
  refundedMinor: 0,
  invoiceId: 'in_1',
} as const
const ended = aSubscription({ status: 'canceled', endedEpochSeconds: inDays(-1) })

describe('a change of plan that was undone while the payment before it was disputed', () => {
  const change = { isPlanChange: true, subscription: { ...ended, latestInvoiceId: 'in_1' } }

  const repay = async (facts: Facts) => {
    const { stripe, requests } = stripeWith(facts)
    const findInvoiceByPayment = async () => ({ id: 'in_1', subscriptionId: 'sub_1' })
    await repayUnusedTime('sub_1', { ...stripe, findInvoiceByPayment })
    return requests
  }

  test.each<ReversalReason>(['refunded', 'dispute_lost'])(
    'has its unused time refunded once the dispute is won: the change is %s',
    async (reversal) => {
      expect(await repay({ invoice: change, reversal })).toEqual(['refund 3000 of pi_0 for credit:in_1'])
    },
  )

  test.each<[string, Facts]>([
    ['its payment is kept', { invoice: change, reversal: undefined }],
    ['its payment is in dispute', { invoice: change, reversal: 'disputed' }],
    ['the subscription has not ended', { invoice: { isPlanChange: true }, reversal: 'refunded' }],
  ])('has nothing refunded if %s', async (_when, facts) => {
    expect(await repay(facts)).toEqual([])
  })
})

describe('the deletion of an account whose subscription was changed to another plan', () => {
  const upgraded = aSubscription({ hasLaterInvoice: true })
  const ofChange = { isPlanChange: true }
  const credit = 'refund 3000 of pi_0 for credit:in_1'

  const repay = async (facts: Facts) => {
    const { stripe, requests } = stripeWith({ subscription: upgraded, ...facts })
    await repayCustomer('cus_1', stripe)
    return requests
  }

  test.each<ReversalReason>(['refunded', 'dispute_lost'])(
    'refunds the credit if the payment of the change is %s',
    async (reversal) => {
      expect(await repay({ invoice: ofChange, reversal })).toEqual([credit])
    },
  )

  test.each<[string, Facts]>([
    ['the payment of the change is kept', { invoice: ofChange, reversal: undefined }],
    ['the payment of the change is in dispute', { invoice: ofChange, reversal: 'disputed' }],
    ['the refunded payment is that of a renewal', { reversal: 'refunded' }],
    [
      'the change was paid outside of Stripe',
      { invoice: { ...ofChange, paymentIntentId: null }, reversal: 'refunded' },
    ],
    ['nothing was paid', { hasInvoice: false, reversal: 'refunded' }],
    ['there is only one invoice', { subscription: aSubscription(), invoice: ofChange, reversal: 'refunded' }],
    [
      'the subscription has ended, whose event refunds it',
      { subscription: { ...upgraded, status: 'canceled' }, invoice: ofChange, reversal: 'refunded' },
    ],
    [
      'a withdrawal ends the subscription first',
      { subscription: { ...upgraded, withdrawal }, invoice: ofChange, reversal: 'refunded' },
    ],
  ])('refunds no credit if %s', async (_when, facts) => {
    expect(await repay(facts)).not.toContain(credit)
  })

  test('finishes the withdrawal that is recorded', async () => {
    expect(await repay({ subscription: { ...upgraded, withdrawal } })).toEqual([
      'refund 5000 of pi_1 for withdrawal:sub_1',
      'end sub_1',
    ])
  })
})

describe('an ended subscription', () => {
  const repay = async (facts: Facts) => {
    const { stripe, requests } = stripeWith(facts)
    return { repaid: await repayEnded('sub_1', stripe), requests }
  }
  const duplicate = { ...ended, duplicate: 'refund_due' } as const
  const nothing = { repaid: false, requests: [] }

  test('has its recorded withdrawal finished, which counts as a refund', async () => {
    expect(await repay({ subscription: { ...ended, withdrawal } })).toEqual({
      repaid: true,
      requests: ['refund 5000 of pi_1 for withdrawal:sub_1', 'end sub_1'],
    })
  })

  test('counts no refund while the bank disputes the payment of a withdrawal', async () => {
    const facts = { subscription: { ...ended, withdrawal }, outcome: { state: 'disputed' } } as const
    expect(await repay(facts)).toMatchObject({ repaid: false })
  })

  test('counts no refund for the end of a withdrawal whose payment staff have refunded', async () => {
    expect(await repay({ subscription: { ...ended, withdrawal }, refundedByStaffMinor: 5000 })).toEqual({
      repaid: false,
      requests: ['end sub_1'],
    })
  })

  test('is refunded if it is a duplicate', async () => {
    expect(await repay({ subscription: duplicate })).toEqual({
      repaid: true,
      requests: ['refund pi_1 for duplicate:in_1', 'mark sub_1 settled'],
    })
  })

  test('counts no refund of a duplicate whose money has not moved', async () => {
    expect(await repay({ subscription: duplicate, outcome: { state: 'pending' } })).toEqual({
      repaid: false,
      requests: ['refund pi_1 for duplicate:in_1'],
    })
  })

  test.each<[string, ProviderSubscription | undefined]>([
    ['it is unknown', undefined],
    ['nothing is due', ended],
    ['its withdrawal is settled', { ...ended, withdrawal: { ...withdrawal, state: 'settled' } }],
    ['it is a duplicate that is settled', { ...ended, duplicate: 'settled' }],
    ['it is a duplicate that is still running', { ...duplicate, status: 'active' }],
    ['it has a recorded withdrawal and is still running', aSubscription({ withdrawal })],
  ])('is left as it is if %s', async (_when, subscription) => {
    expect(await repay({ subscription })).toEqual(nothing)
  })
})
