import type { Stripe } from 'stripe'
import type { World } from './world.ts'

/** Returns whether the buyer withdrew from what a charge paid for. */
const isWithdrawn = async (stripe: Stripe, charge: string): Promise<boolean> =>
  (await stripe.refunds.list({ charge })).data.some(({ metadata }) =>
    metadata?.['purpose']?.startsWith('withdrawal:'),
  )

/** Returns when a reversed charge was refunded or disputed, in epoch seconds. */
const reversalTime = async ({ stripe }: World, charge: string): Promise<number> => {
  const { data: refunds } = await stripe.refunds.list({ charge })
  const { refunded } = await stripe.charges.retrieve(charge)
  const { data: disputes } = await stripe.disputes.list({ charge })
  const open = disputes.filter(({ status }) => status !== 'won')
  return refunded || open.length === 0
    ? Math.max(...refunds.map(({ created }) => created))
    : Math.min(...open.map(({ created }) => created))
}

/** Returns whether a charge was refunded in full or because of a withdrawal, or is disputed or lost. */
const isReversed = async ({ stripe }: World, chargeId: string): Promise<boolean> => {
  const charge = await stripe.charges.retrieve(chargeId)
  if (charge.refunded || (charge.amount_refunded > 0 && (await isWithdrawn(stripe, chargeId)))) return true
  if (!charge.disputed) return false
  const { data } = await stripe.disputes.list({ charge: chargeId })
  return data.some(({ status }) => status !== 'won')
}

const chargesOf = async ({ stripe }: World, invoiceId: string): Promise<string[]> => {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
  const charges: string[] = []
  for (const { payment } of invoice.payments?.data ?? []) {
    if (typeof payment.payment_intent !== 'string') continue
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment.payment_intent)
    if (charge !== null) charges.push(typeof charge === 'string' ? charge : charge.id)
  }
  return charges
}

/** Returns whether the payment of an invoice was refunded in full, or is disputed or lost. */
export const isInvoiceReversed = async (world: World, invoiceId: string): Promise<boolean> => {
  for (const charge of await chargesOf(world, invoiceId)) if (await isReversed(world, charge)) return true
  return false
}

/** Returns whether the payment of an invoice is disputed, and the dispute is not decided. */
export const isInvoiceDisputed = async (world: World, invoiceId: string): Promise<boolean> => {
  for (const charge of await chargesOf(world, invoiceId)) {
    const { data: disputes } = await world.stripe.disputes.list({ charge })
    if (disputes.some(({ status }) => status !== 'won' && status !== 'lost')) return true
  }
  return false
}

/** Returns whether a payment of a subscription, for any period, is disputed. */
const hasOpenDispute = async (world: World, subscription: string): Promise<boolean> => {
  const { data } = await world.stripe.invoices.list({ subscription, status: 'paid', limit: 100 })
  for (const { id } of data) if (await isInvoiceDisputed(world, id)) return true
  return false
}

/** Returns whether the latest period is unpaid because of a dispute, during which nothing is charged. */
const isUnpaidInDispute = async (
  world: World,
  { id, latest_invoice: latest }: Stripe.Subscription,
): Promise<boolean> => {
  if (typeof latest !== 'string' || !(await hasOpenDispute(world, id))) return false
  const { status, billing_reason: reason } = await world.stripe.invoices.retrieve(latest)
  return status !== 'paid' && reason !== 'subscription_update'
}

/**
 * Returns the invoice that decides access: the latest, or the last paid one if the latest was voided in a dispute or is
 * for a change of plan that was not paid.
 */
const decisiveInvoice = async (
  { stripe }: World,
  { id, latest_invoice: latest }: Stripe.Subscription,
): Promise<string | undefined> => {
  if (typeof latest !== 'string') return undefined
  const { status, billing_reason: reason } = await stripe.invoices.retrieve(latest)
  if (status !== 'void' && (status === 'paid' || reason !== 'subscription_update')) return latest
  return (await stripe.invoices.list({ subscription: id, status: 'paid', limit: 1 })).data[0]?.id
}

/**
 * Lists the paid invoices of a customer that were paid after their subscription had ended, or when their period was
 * over, oldest payment first.
 */
const latePayments = async ({ stripe }: World, customer: string) => {
  const ended = new Map<string, number>()
  for (const { id, ended_at: at } of (await stripe.subscriptions.list({ customer, status: 'canceled' })).data)
    if (at !== null) ended.set(id, at)
  const { data } = await stripe.invoices.list({
    customer,
    status: 'paid',
    limit: 100,
    expand: ['data.amount_paid_off_stripe'],
  })
  return data
    .filter((invoice) => {
      const id = invoice.parent?.subscription_details?.subscription
      const endedAt = typeof id === 'string' ? ended.get(id) : undefined
      const paidAt = invoice.status_transitions.paid_at ?? 0
      const isPeriodOver =
        endedAt !== undefined && paidAt >= (invoice.lines.data.at(-1)?.period.end ?? Infinity)
      return (
        paidAt > (endedAt ?? Infinity) || (paidAt === endedAt && paidAt > invoice.created) || isPeriodOver
      )
    })
    .toReversed()
}

/** Returns when the payment of an invoice was reversed, or `undefined` if it was not. */
const reversedAt = async (world: World, invoice: string): Promise<number | undefined> => {
  for (const charge of await chargesOf(world, invoice))
    if (await isReversed(world, charge)) return reversalTime(world, charge)
  return undefined
}

/**
 * Returns whether staff were notified of a payment outside of Stripe, which Stripe cannot refund. Needs
 * `amount_paid_off_stripe`.
 */
export const isReported = (
  { errors }: World,
  { id, amount_paid_off_stripe: outside }: Stripe.Invoice,
): boolean => (outside ?? 0) > 0 && errors.some((line) => line.includes('by hand') && line.includes(id))

/** Returns whether a payment was refunded because it could buy nothing, or staff were asked to repay it. */
const boughtNothing = async (world: World, invoice: Stripe.Invoice): Promise<boolean> =>
  isReported(world, invoice) ||
  (await world.stripe.refunds.list({ limit: 100 })).data.some(
    ({ metadata, status }) =>
      metadata?.['purpose'] === `late-payment:${invoice.id}` && status === 'succeeded',
  )

/**
 * Returns when the payment of an invoice was reversed for good, or `undefined` if it was not. A dispute that is still
 * open does not count, because we may win it.
 */
const reversedForGoodAt = async (world: World, invoice: string): Promise<number | undefined> => {
  for (const charge of await chargesOf(world, invoice)) {
    const { refunded } = await world.stripe.charges.retrieve(charge)
    const { data: disputes } = await world.stripe.disputes.list({ charge })
    if (!refunded && disputes.some(({ status }) => status !== 'won' && status !== 'lost')) return undefined
  }
  return reversedAt(world, invoice)
}

/**
 * Returns the end of the last period that late payments bought, in epoch seconds. Each payment buys a period after the
 * earlier ones, and a reversal ends the period of its payment.
 */
const lateEnd = async (
  world: World,
  customer: string,
  cutAt: (world: World, invoice: string) => Promise<number | undefined>,
): Promise<number> => {
  let end = 0
  for (const invoice of await latePayments(world, customer)) {
    if (await boughtNothing(world, invoice)) continue
    const start = new Date(Math.max(invoice.status_transitions.paid_at ?? 0, end) * 1000)
    const day = start.getUTCDate()
    const months = invoice.total > 10_000 ? 12 : 1
    const last = new Date(start)
    last.setUTCMonth(start.getUTCMonth() + months)
    // A month without that day ends on its last day.
    if (last.getUTCDate() !== day) last.setUTCDate(0)
    const cut = (await cutAt(world, invoice.id)) ?? Infinity
    end = Math.max(start.getTime() / 1000, Math.min(last.getTime() / 1000, cut))
  }
  return end
}

/** Lists the active subscriptions of a customer at Stripe. */
export const activeSubscriptions = async ({ stripe }: World, customer: string | undefined) =>
  customer === undefined ? [] : (await stripe.subscriptions.list({ customer, status: 'active' })).data

/** Returns whether a customer should have access, from Stripe alone and without the code under test. */
export const shouldHaveAccess = async (world: World, customer: string | undefined): Promise<boolean> => {
  const now = world.clock.now().getTime() / 1000
  for (const subscription of await activeSubscriptions(world, customer)) {
    if (subscription.cancel_at !== null && subscription.cancel_at <= now) continue
    if (await isUnpaidInDispute(world, subscription)) continue
    const invoice = await decisiveInvoice(world, subscription)
    if (invoice === undefined || !(await isInvoiceReversed(world, invoice))) return true
  }
  return customer !== undefined && now < (await lateEnd(world, customer, reversedAt))
}

/** Returns whether a late payment with an open dispute gives more time from now on if we win the dispute. */
export const isLateTimeDisputed = async (world: World, customer: string): Promise<boolean> => {
  const endIfWon = await lateEnd(world, customer, reversedForGoodAt)
  const now = world.clock.now().getTime() / 1000
  return now < endIfWon && (await lateEnd(world, customer, reversedAt)) < endIfWon
}

/** Returns whether the customer has ever paid an invoice. */
export const hasEverPaid = async ({ stripe }: World, customer: string | undefined): Promise<boolean> =>
  customer !== undefined &&
  (await stripe.invoices.list({ customer, status: 'paid', limit: 1 })).data.length > 0
