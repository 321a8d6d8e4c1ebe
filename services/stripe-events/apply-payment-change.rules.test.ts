import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import type { CreditedPayment, SubscriptionReversal } from '#services/payments/stripe/payments.ts'
import type { DisputeReason } from '#shared/values/reversal-reasons.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { now } from '#test/kit/in-memory/subscriber.ts'
import { applyPassSession, applyPaymentChange } from './apply-payment-change.ts'

/** The payment `pi_1` of `in_1`, which changed at Stripe. */
interface Change {
  readonly reason: ReversalReason | undefined
  /** A dispute of a payment that was refunded too. */
  readonly dispute?: DisputeReason
  readonly isCurrent?: boolean
  /** By default, the reversal of the payment itself, if it was for the current period or is disputed now. */
  readonly found?: SubscriptionReversal | undefined
  /** The reversal that is found after the first was recorded, if the plan was changed in between. */
  readonly foundThen?: { readonly now: SubscriptionReversal | undefined }
  readonly isCurrentPeriodPaid?: boolean
  readonly credited?: CreditedPayment
  readonly isWithdrawn?: boolean
}

const dependencies = (stripe: Partial<StripeGateway>, world = inMemory({ now })) => ({
  stripe: { ...stripeGateway, ...stripe },
  customers: customerRepository(world.table),
  passes: passRepository(world.table),
  guestKeys: guestKeysFrom(async () => 'a secret'),
  siteUrl: 'https://site.example',
})

const toFound = (
  reason: ReversalReason | undefined,
  { isCurrent, dispute }: { isCurrent: boolean; dispute: DisputeReason | undefined },
): SubscriptionReversal | undefined => {
  const decisive = isCurrent || dispute === 'disputed' ? reason : undefined
  return decisive && { reason: decisive, amountMinor: 5000, invoiceId: 'in_1', intentId: 'pi_1' }
}

/** Applies the change and returns the requests that change something at Stripe. */
const apply = async ({
  reason,
  dispute = reason === 'refunded' ? undefined : reason,
  isCurrent = true,
  found = toFound(reason, { isCurrent, dispute }),
  foundThen,
  isCurrentPeriodPaid = true,
  credited,
  isWithdrawn,
}: Change) => {
  const requests: string[] = []
  const payment = { customerId: 'cus_1', reversal: reason, dispute, amountMinor: 5000 }
  const deps = dependencies({
    findPayment: async (intentId) => ({ intentId, ...payment }),
    findSessionByPayment: async () => undefined,
    findSubscriptionByPayment: async () => ({
      id: 'sub_1',
      invoiceId: 'in_1',
      isCurrent: isCurrent && !(foundThen && requests.length > 0),
    }),
    findInvoiceByPayment: async () => ({ id: 'in_1', subscriptionId: 'sub_1' }),
    findInvoice: async () => undefined,
    findSubscription: async () => undefined,
    listInvoicesOf: async () => [],
    findReversal: async () => (foundThen && requests.length > 0 ? foundThen.now : found),
    findCreditedPayment: async () => credited,
    isPaymentWithdrawn: async () => isWithdrawn === true,
    endWithPaidPeriod: async (_id, lost) => {
      if (isCurrentPeriodPaid) requests.push(`end with the period after ${lost}`)
      return isCurrentPeriodPaid
    },
    recordReversal: async (_id, reversal) =>
      void requests.push(reversal ? `record ${reversal.reason} of ${reversal.invoiceId}` : 'record nothing'),
    cancelNow: async () => void requests.push('end'),
    markSettled: async (invoice) => void requests.push(`settle ${invoice}`),
    refundPart: async (intent, { amountMinor, purpose }) => {
      requests.push(`refund ${amountMinor} of ${intent} for ${purpose}`)
      return { state: 'refunded', amountMinor }
    },
  })
  expect(await applyPaymentChange('pi_1', deps, now)).toBe('cus_1')
  return requests
}

describe('a payment of a subscription', () => {
  const credited: CreditedPayment = {
    id: 'in_0',
    number: 'A-1',
    currency: 'gbp',
    isSettled: false,
    intentId: 'pi_0',
    creditMinor: 3000,
    fromCreditMinor: 0,
  }

  test.each<[string, Change, readonly string[]]>([
    ['a refund of the current period', { reason: 'refunded' }, ['record refunded of in_1', 'end']],
    [
      'a lost dispute of the current period',
      { reason: 'dispute_lost' },
      ['record dispute_lost of in_1', 'end'],
    ],
    [
      'a refund of a change of plan, with its credit',
      { reason: 'refunded', credited },
      ['refund 3000 of pi_0 for credit:in_1', 'record refunded of in_1', 'end'],
    ],
    [
      'a refund of a change of plan whose credit was paid outside of Stripe',
      { reason: 'refunded', credited: { ...credited, intentId: null } },
      ['settle in_0', 'record refunded of in_1', 'end'],
    ],
    [
      'a refund of a change of plan whose credit staff know about',
      { reason: 'refunded', credited: { ...credited, intentId: null, isSettled: true } },
      ['record refunded of in_1', 'end'],
    ],
    [
      'a withdrawal, which contains the credit',
      { reason: 'refunded', credited, isWithdrawn: true },
      ['record refunded of in_1', 'end'],
    ],
    [
      'a lost dispute of an earlier period, when the current one is not paid',
      { reason: 'dispute_lost', isCurrent: false, isCurrentPeriodPaid: false, credited },
      ['record dispute_lost of in_1', 'end'],
    ],
  ])('ends it immediately after %s', async (_change, change, requests) => {
    expect(await apply(change)).toEqual(requests)
  })

  test('ends it with the paid period after a lost dispute of an earlier one', async () => {
    expect(await apply({ reason: 'dispute_lost', isCurrent: false })).toEqual([
      'end with the period after in_1',
      'record nothing',
    ])
  })

  test('ends it for the reversal of another payment, whose event may come later', async () => {
    const found = { reason: 'refunded', amountMinor: 5000, invoiceId: 'in_2', intentId: 'pi_2' } as const
    const change = { reason: undefined, isCurrent: false, found, credited: { ...credited, id: 'in_1' } }
    expect(await apply(change)).toEqual([
      'refund 3000 of pi_0 for credit:in_2',
      'record refunded of in_2',
      'end',
    ])
  })

  test.each<[ReversalReason, readonly string[]]>([
    ['refunded', ['record refunded of in_1', 'record nothing']],
    ['dispute_lost', ['record dispute_lost of in_1', 'end with the period after in_1', 'record nothing']],
  ])('does not end a year that was paid for in the meantime: %s', async (reason, requests) => {
    expect(await apply({ reason, foundThen: { now: undefined } })).toEqual(requests)
  })

  test('applies the lost dispute of a payment for an earlier period that was refunded too', async () => {
    const change = { reason: 'refunded', dispute: 'dispute_lost', isCurrent: false } as const
    expect(await apply({ ...change, found: undefined })).toEqual([
      'end with the period after in_1',
      'record nothing',
    ])
    expect(await apply({ ...change, isCurrentPeriodPaid: false, found: undefined })).toEqual([
      'record dispute_lost of in_1',
      'end',
    ])
  })

  test.each<[string, Change, readonly string[]]>([
    ['an open dispute is recorded', { reason: 'disputed' }, ['record disputed of in_1']],
    [
      'an open dispute of an earlier period is recorded',
      { reason: 'disputed', isCurrent: false },
      ['record disputed of in_1'],
    ],
    ['a won dispute is no longer recorded', { reason: undefined }, ['record nothing']],
    [
      'a refund of an earlier period records nothing',
      { reason: 'refunded', isCurrent: false },
      ['record nothing'],
    ],
  ])('leaves it running: %s', async (_title, change, requests) => {
    expect(await apply(change)).toEqual(requests)
  })
})

describe('a change of a payment of a subscription that does not run', () => {
  /** Applies a payment of this customer, and returns what is read from Stripe about money that is due. */
  const readsFor = async (
    customerId: string | null,
    { reversal, hasInvoice = true }: { reversal?: ReversalReason; hasInvoice?: boolean } = {},
  ) => {
    const world = inMemory({ now })
    const { userId } = await world.account({ stripeCustomerId: 'cus_1' })
    const reads: string[] = []
    const read = (what: string) => async (id: string) => {
      reads.push(`${what} ${id}`)
      return undefined
    }
    const deps = dependencies(
      {
        findPayment: async (intentId) => ({ intentId, customerId, reversal, amountMinor: 5000 }),
        findSessionByPayment: async () => undefined,
        findSubscriptionByPayment: read('subscription of'),
        findInvoiceByPayment: async () => (hasInvoice ? { id: 'in_1', subscriptionId: 'sub_1' } : undefined),
        findInvoice: read('invoice'),
        findSubscription: read('subscription'),
        listInvoicesOf: async (id) => (await read('invoices of')(id)) ?? [],
      },
      world,
    )
    const findUserId = async (id: string) => (id === 'cus_unknown' ? undefined : userId)
    const customers = { ...deps.customers, findUserId }
    expect(await applyPaymentChange('pi_1', { ...deps, customers }, now)).toBe(customerId ?? undefined)
    return reads
  }

  const due = ['subscription sub_1', 'invoices of sub_1']

  test('reads the subscription that it paid for, and its invoices, because a refund may be due', async () => {
    expect(await readsFor('cus_1')).toEqual(['subscription of cus_1', ...due])
  })

  test.each(['cus_unknown', 'cus_former'])(
    'reads the invoice too if no account has the customer: %s',
    async (customer) => {
      expect(await readsFor(customer)).toEqual([`subscription of ${customer}`, 'invoice in_1', ...due])
    },
  )

  test('reads nothing more while it is disputed, or without an invoice', async () => {
    for (const facts of [{ reversal: 'disputed' }, { hasInvoice: false }] as const)
      expect(await readsFor('cus_unknown', facts)).toEqual(['subscription of cus_unknown'])
  })

  test.each(['refunded', 'dispute_lost'] as const)(
    'reads the invoice of a subscription that has ended when it is %s: a change of plan may have had credit',
    async (reversal) => {
      expect(await readsFor('cus_1', { reversal })).toEqual(['subscription of cus_1', 'invoice in_1'])
    },
  )

  test('reads nothing without a customer', async () => {
    expect(await readsFor(null, { reversal: 'refunded' })).toEqual([])
  })
})

describe('the payment of a pass whose account was deleted', () => {
  const session: Session = {
    id: 'cs_1',
    mode: 'payment',
    isOpen: false,
    isComplete: true,
    paid: true,
    isProcessing: false,
    reversal: undefined,
    amountMinor: 5000,
    currency: 'gbp',
    userId: 'deleted',
    customerId: 'cus_1',
    subscriptionId: null,
    invoiceId: null,
    email: 'payer@people.example',
    url: null,
    paymentIntentId: 'pi_1',
    startRequest: undefined,
    kind: passKinds.account,
    extendsSessionId: undefined,
  }
  const applySession = async (changes: Partial<Session> = {}) => {
    const refunds: string[] = []
    const deps = dependencies({
      findSession: async () => ({ ...session, ...changes }),
      refundInFull: async (intent, purpose) => {
        refunds.push(`${intent} for ${purpose}`)
        return { state: 'refunded', amountMinor: 5000 }
      },
    })
    expect(await applyPassSession('cs_1', deps, now)).toBeUndefined()
    return refunds
  }

  test('is refunded', async () => {
    expect(await applySession()).toEqual(['pi_1 for without-account:cs_1'])
  })

  test.each<[string, Partial<Session>]>([
    ['it is not paid', { paid: false }],
    ['it was refunded before', { reversal: 'refunded' }],
    ['it was free', { paymentIntentId: null }],
    ['it is not a pass', { kind: undefined }],
  ])('is not refunded when %s', async (_when, changes) => {
    expect(await applySession(changes)).toEqual([])
  })
})
