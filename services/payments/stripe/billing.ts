import type { Billing } from '#shared/contract/payments.ts'
import { currentSubscription, isLive, isUnpaid } from '#shared/rules/entitlement.ts'
import { isoTimeOf, isoTimeOrNull } from '#shared/rules/epoch-seconds.ts'
import type { DisputeReason } from '#shared/values/reversal-reasons.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { isMissing, type Stripe, type StripeClient, withStripe } from '#platform/stripe.ts'
import { intentsOf } from './invoice-payments.ts'
import { amountPaidOf, paidOutsideExpand } from './invoices.ts'
import { openBalanceOf, type OwedInvoice } from './open-balance.ts'
import { disputeOf } from './reversal.ts'
import { idOf, passKinds } from './session.ts'
import { pendingChangeOf } from './pending-changes.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { findSchedule, scheduledChangeOf } from './schedules.ts'
import { planOfItem, toSubscription } from './subscriptions.ts'

type Payment = Billing['payments'][number]

/** Everything about a customer that the billing panel shows. */
interface CustomerObjects {
  readonly customer: Stripe.Customer
  readonly subscriptions: readonly Stripe.Subscription[]
  readonly subscription: Stripe.Subscription | undefined
  readonly schedule: Stripe.SubscriptionSchedule | undefined
  readonly invoices: readonly Stripe.Invoice[]
  readonly charges: readonly Stripe.Charge[]
  /** The open and lost disputes, by charge. */
  readonly disputes: Disputes
}

type Disputes = ReadonlyMap<string, DisputeReason>

/** Maximum number of objects of a kind: ten pages, which Stripe returns within the time of the function. */
const maxListed = { limit: 1000 }

export const noBilling: Billing = { subscription: null, card: null, openBalance: null, payments: [] }

/**
 * Returns the live subscription that decides access, or else the subscription that ended last. Abandoned first payments
 * (`incomplete`) do not count.
 */
const shownSubscription = (
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription | undefined => {
  const current = currentSubscription(subscriptions.map(toSubscription))
  return (
    subscriptions.find(({ id, status }) => id === current?.id && isLive({ status })) ??
    subscriptions
      .filter(({ status }) => status === 'canceled')
      .toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))[0]
  )
}

/** Returns when Stripe finalises the draft invoice of a renewal, and then charges it. */
const renewalChargedAt = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): string | null => {
  const draft = invoices.find(
    ({ status, parent }) =>
      status === 'draft' && idOf(parent?.subscription_details?.subscription) === subscription.id,
  )
  return isoTimeOrNull(draft?.automatically_finalizes_at)
}

const subscriptionOf = (
  subscription: Stripe.Subscription | undefined,
  schedule: Stripe.SubscriptionSchedule | undefined,
  invoices: readonly Stripe.Invoice[],
): Billing['subscription'] => {
  const item = subscription?.items.data[0]
  if (subscription === undefined || item === undefined) return null
  const { price, quantity, current_period_end: periodEnd } = item
  const scheduledEnd = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null)
  // An end after the next renewal does not prevent its charge.
  const nextEnd = scheduledEnd !== null && scheduledEnd <= periodEnd ? scheduledEnd : null
  const endsAt = subscription.ended_at ?? nextEnd
  // Stripe charges no renewal while collection is paused. An unpaid subscription renews only once it is paid.
  const charges = endsAt === null && !isUnpaid(subscription.status) && subscription.pause_collection === null
  return {
    plan: planOfItem(item),
    amountMinor: (price.unit_amount ?? 0) * (quantity ?? 1),
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    nextChargeAt: charges ? isoTimeOf(periodEnd) : null,
    renewalChargedAt:
      subscription.pause_collection === null ? renewalChargedAt(subscription, invoices) : null,
    endsAt: isoTimeOrNull(endsAt),
    hasEnded: subscription.ended_at !== null,
    scheduledChange: endsAt === null ? scheduledChangeOf(schedule) : null,
    pendingChange: pendingChangeOf(subscription, invoices),
  }
}

/** The card of an expanded payment method. */
const cardOf = (method: string | Stripe.PaymentMethod | null): Billing['card'] | undefined => {
  if (method === null || typeof method === 'string' || method.card === undefined) return undefined
  return { brand: method.card.brand, last4: method.card.last4 }
}

const chargedCard = (charges: readonly Stripe.Charge[]): Billing['card'] => {
  const card = charges.find(({ status }) => status === 'succeeded')?.payment_method_details?.card
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

/** Statuses of invoices that customers see. Drafts are not issued yet, and void ones never had to be paid. */
const shownStatuses: Readonly<Partial<Record<Stripe.Invoice.Status, Payment['status']>>> = {
  paid: 'paid',
  open: 'open',
  uncollectible: 'written_off',
}

/** Returns the refunds and the dispute of a payment, from its charges. */
const reversalsOf = (
  charges: readonly Stripe.Charge[],
  disputes: Disputes,
): Pick<Payment, 'refundedMinor' | 'dispute'> => {
  const reasons = charges.map(({ id }) => disputes.get(id))
  const state = reasons.includes('disputed') ? 'open' : 'lost'
  return {
    refundedMinor: charges.reduce((sum, charge) => sum + charge.amount_refunded, 0),
    ...(reasons.some((reason) => reason !== undefined) && { dispute: state }),
  }
}

const invoiceEntry = (invoice: Stripe.Invoice, { charges, disputes }: CustomerObjects): Payment[] => {
  const status = invoice.status === null ? undefined : shownStatuses[invoice.status]
  // The list leaves out an unpaid change of plan: the offer to confirm the change shows its invoice.
  if (status === undefined || (status === 'open' && isUnpaidChange(invoice))) return []
  const intents = intentsOf(invoice)
  const own = charges.filter(({ payment_intent: intent }) => intents.includes(idOf(intent) ?? ''))
  return [
    {
      kind: invoice.parent?.subscription_details ? 'subscription' : 'pass',
      status,
      paidOrIssuedAt: isoTimeOf(invoice.status_transitions.paid_at ?? invoice.created),
      amountMinor: status === 'paid' ? amountPaidOf(invoice) : invoice.amount_due,
      currency: invoice.currency,
      ...reversalsOf(own, disputes),
      number: invoice.number,
      url: invoice.hosted_invoice_url ?? null,
    },
  ]
}

/** The receipt of a pass that was paid without an invoice. */
const receiptEntry = (charge: Stripe.Charge, disputes: Disputes): Payment => ({
  kind: 'pass',
  status: 'paid',
  paidOrIssuedAt: isoTimeOf(charge.created),
  amountMinor: charge.amount,
  currency: charge.currency,
  ...reversalsOf([charge], disputes),
  number: charge.receipt_number,
  url: charge.receipt_url,
})

const paymentsOf = (objects: CustomerObjects): Payment[] => {
  const { invoices, charges, disputes } = objects
  const invoiced = new Set(invoices.flatMap(intentsOf))
  const receipts = charges.filter(
    ({ payment_intent: intent, metadata, status }) =>
      status === 'succeeded' && metadata['kind'] === passKinds.account && !invoiced.has(idOf(intent) ?? ''),
  )
  return [
    ...invoices.flatMap((invoice) => invoiceEntry(invoice, objects)),
    ...receipts.map((charge) => receiptEntry(charge, disputes)),
  ].toSorted((a, b) => compareCodeUnits(b.paidOrIssuedAt, a.paidOrIssuedAt))
}

/**
 * Returns whether open invoices of a subscription are debts. A first payment that was never made, a renewal that is
 * being charged and a duplicate are not.
 */
const isOwedFor = ({ status, metadata }: Stripe.Subscription): boolean =>
  (isUnpaid(status) || status === 'canceled') && metadata['duplicate'] === undefined

const owedInvoicesOf = ({ subscriptions, invoices }: CustomerObjects): OwedInvoice[] => {
  const owing = new Map(subscriptions.filter(isOwedFor).map(({ id, status }) => [id, isUnpaid(status)]))
  return invoices
    .filter((invoice) => invoice.status === 'open' && !isUnpaidChange(invoice))
    .flatMap((invoice) => {
      const isPastDue = owing.get(idOf(invoice.parent?.subscription_details?.subscription) ?? '')
      return isPastDue === undefined ? [] : [{ ...invoice, isPastDue }]
    })
}

/** Stripe reports credit as a negative balance. */
const creditOf = ({ balance, currency }: Stripe.Customer): Pick<Billing, 'credit'> =>
  balance < 0 && currency ? { credit: { amountMinor: -balance, currency } } : {}

const toBilling = (objects: CustomerObjects): Billing => {
  const { customer, subscription, schedule, charges, invoices } = objects
  return {
    subscription: subscriptionOf(subscription, schedule, invoices),
    card:
      cardOf(subscription?.default_payment_method ?? null) ??
      cardOf(customer.invoice_settings.default_payment_method) ??
      chargedCard(charges),
    openBalance: openBalanceOf(owedInvoicesOf(objects)),
    ...creditOf(customer),
    payments: paymentsOf(objects),
  }
}

/** Reads the disputes of the few charges that have one. */
const readDisputes = async (charges: readonly Stripe.Charge[], stripe: StripeClient): Promise<Disputes> => {
  const disputes = new Map<string, DisputeReason>()
  for (const charge of charges) {
    const reason = await disputeOf(charge, stripe)
    if (reason !== undefined) disputes.set(charge.id, reason)
  }
  return disputes
}

export const billingRequests = {
  /** Reads a customer's billing: price, open balance, credit, payments. Returns nothing for a deleted customer. */
  findBilling: (customerId: string): Promise<Billing> =>
    withStripe(async (stripe) => {
      const query = { customer: customerId, limit: 100 }
      try {
        const [customer, subscriptions, invoices, charges] = await Promise.all([
          stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
          stripe.subscriptions
            .list({ ...query, status: 'all', expand: ['data.default_payment_method'] })
            .autoPagingToArray(maxListed),
          stripe.invoices
            .list({ ...query, expand: ['data.payments', `data.${paidOutsideExpand}`] })
            .autoPagingToArray(maxListed),
          stripe.charges.list(query).autoPagingToArray(maxListed),
        ])
        if (customer.deleted) return noBilling
        const subscription = shownSubscription(subscriptions)
        const [schedule, disputes] = await Promise.all([
          findSchedule(stripe, subscription),
          readDisputes(charges, stripe),
        ])
        return toBilling({ customer, subscriptions, subscription, schedule, invoices, charges, disputes })
      } catch (error) {
        if (isMissing(error)) return noBilling
        throw error
      }
    }),
} as const
