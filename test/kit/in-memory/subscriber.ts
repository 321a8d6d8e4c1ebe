import type { Operation } from '#shared/contract/operation.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Handle, Request } from '#platform/http/serve.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { type PlanChangeGateway, planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { stripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import { subscriptionRepository } from '#services/subscriptions/subscription.repository.ts'
import { type AccountFacts, callInMemory, inMemory } from './in-memory.ts'

export const now = new Date('2027-03-01T10:00:00Z')
const nowSeconds = now.getTime() / 1000
export const inDays = (days: number): number => nowSeconds + days * 24 * 3600

/** An active monthly subscription that was bought ten days ago. */
export const aSubscription = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status: 'active',
  plan: 'monthly',
  cancelAtPeriodEnd: false,
  cancelAtEpochSeconds: null,
  periodEndEpochSeconds: inDays(20),
  createdEpochSeconds: inDays(-10),
  endedEpochSeconds: null,
  ...changes,
})

/** The open invoice of a subscription, for £50.00. */
export const anInvoice = (changes: Partial<SubscriptionInvoice> = {}): SubscriptionInvoice => ({
  id: 'in_1',
  status: 'open',
  subscription: aSubscription(),
  createdEpochSeconds: inDays(-10),
  paidAtEpochSeconds: null,
  amountPaidMinor: 0,
  creditMinor: 0,
  currency: 'gbp',
  number: 'A-1',
  amountRemainingMinor: 5000,
  period: { start: inDays(-10), end: inDays(20) },
  isPlanChange: false,
  paymentIntentId: null,
  url: null,
  isSettled: false,
  gaveAccess: false,
  ...changes,
})

/** The customer's objects at Stripe, which tests change. */
interface AtStripe {
  subscriptions: ProviderSubscription[]
  invoices: SubscriptionInvoice[]
}

interface Facts extends Partial<AtStripe> {
  readonly account?: AccountFacts
  /** Requests that a test answers itself. */
  readonly stripe?: Partial<StripeGateway>
  readonly planChanges?: Partial<PlanChangeGateway>
}

/**
 * Connects an account on a table in memory with a customer at a stand-in for Stripe. The stand-in records the requested
 * changes, and makes the changes of subscriptions.
 *
 * @example
 * const { call, requests } = await subscriberInMemory({ subscriptions: [aSubscription()] })
 * await call(cancelSubscription, handle)
 */
export const subscriberInMemory = async (facts: Facts = {}) => {
  const world = inMemory({ now })
  const caller = await world.account({ stripeCustomerId: 'cus_1', ...facts.account })
  const requests: string[] = []
  const atStripe: AtStripe = { subscriptions: facts.subscriptions ?? [], invoices: facts.invoices ?? [] }
  const change = (id: string, changes: Partial<ProviderSubscription>) => {
    atStripe.subscriptions = atStripe.subscriptions.map((one) =>
      one.id === id ? { ...one, ...changes } : one,
    )
  }
  const stripe: StripeGateway = {
    ...stripeGateway,
    preparePrice: async () => undefined,
    listSubscriptions: async (customerId) => {
      requests.push(`list ${customerId}`)
      return atStripe.subscriptions
    },
    listInvoices: async () => {
      requests.push('list invoices')
      return atStripe.invoices
    },
    listInvoicesOf: async (id) => {
      requests.push(`list invoices of ${id}`)
      return atStripe.invoices.filter(({ subscription }) => subscription.id === id)
    },
    findPayment: async () => undefined,
    refundInFull: async (payment) => {
      requests.push(`refund ${payment}`)
      return { state: 'refunded', amountMinor: 5000 }
    },
    markSettled: async (id) => void requests.push(`settle ${id}`),
    markAccessGiven: async (id) => void requests.push(`mark that ${id} gave access`),
    markUnpaid: async (id) => {
      requests.push(`mark the unpaid invoices of ${id}`)
      return atStripe.subscriptions.some((one) => one.id === id && one.status === 'unpaid')
    },
    markDuplicate: async (id, duplicate) => {
      requests.push(`mark ${id} ${duplicate}`)
      change(id, { duplicate })
    },
    moveCancellation: async (id, cancelAtEpochSeconds) => {
      requests.push(`move the cancellation of ${id}`)
      change(id, { cancelAtEpochSeconds, endsBeforePaidChange: false })
    },
    scheduleCancellation: async ({ id }) => {
      requests.push(`cancel ${id}`)
      change(id, { cancelAtPeriodEnd: true })
    },
    removeScheduledCancellation: async ({ id }) => {
      requests.push(`resume ${id}`)
      change(id, { cancelAtPeriodEnd: false, cancelAtEpochSeconds: null })
    },
    dropPendingChange: async (id) => {
      requests.push(`drop the change of ${id}`)
      change(id, { hasPendingChange: false })
    },
    cancelNow: async (id) => {
      requests.push(`end ${id}`)
      change(id, { status: 'canceled', endedEpochSeconds: nowSeconds })
    },
    ...facts.stripe,
  }
  const planChanges: PlanChangeGateway = {
    ...planChangeGateway,
    cancelPlanChange: async (id) => void requests.push(`cancel the change of ${id}`),
    ...facts.planChanges,
  }
  const deps = {
    stripe,
    planChanges,
    table: world.table,
    isAdmin: async () => false,
    subscriptions: subscriptionRepository(world.table),
    events: stripeEventRepository(world.table),
    siteUrl: 'https://site.example',
  }
  return {
    world,
    table: world.table,
    caller,
    atStripe,
    deps,
    requests,
    /** The requested changes, without the reads. */
    changes: () => requests.filter((one) => !one.startsWith('list ')),
    call: <O extends Operation>(operation: O, handle: Handle<O, typeof deps>, body: object = {}) => {
      // The operations of this domain require a signed-in caller, so this is the type of their caller.
      const own = caller as Request<O>['caller']
      return callInMemory(operation, handle, { caller: own, body, now }, deps)
    },
  }
}
