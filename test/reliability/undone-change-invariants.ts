import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import { creditUsedOf, isCreditReturned, isDeletedSince, returnedCredit } from './credit-invariants.ts'
import { isInvoiceDisputed, isInvoiceReversed } from './oracle.ts'
import type { World } from './world.ts'

const periodOf = ({ lines }: Stripe.Invoice) => lines.data.at(-1)?.period ?? { start: 0, end: 0 }

/** Returns the change of plan that a subscription ended with, if its payment was refunded or lost for good. */
const findUndoneChange = async (
  world: World,
  { metadata, ended_at: endedAt, latest_invoice: latest }: Stripe.Subscription,
): Promise<Stripe.Invoice | undefined> => {
  // Duplicates and withdrawals are repaid by their own rules.
  if (metadata['duplicate'] !== undefined || metadata['withdrawal'] !== undefined) return undefined
  if (typeof latest !== 'string' || endedAt === null) return undefined
  const invoice = await world.stripe.invoices.retrieve(latest)
  const isChange = invoice.status === 'paid' && invoice.billing_reason === 'subscription_update'
  const isOnTime = (invoice.status_transitions.paid_at ?? 0) <= endedAt
  if (!isChange || !isOnTime || endedAt >= periodOf(invoice).end) return undefined
  if (await isInvoiceDisputed(world, latest)) return undefined
  return (await isInvoiceReversed(world, latest)) ? invoice : undefined
}

/** Finds the invoice that was charged for the time that a change credited. */
const findCredited = async ({ stripe }: World, change: Stripe.Invoice, subscription: string) => {
  const unused = change.lines.data.find(({ amount }) => amount < 0)
  if (unused === undefined) return undefined
  const { data } = await stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 100,
    expand: ['data.payments'],
  })
  const { start, end } = unused.period
  const invoice = data.find(
    (one) => one.id !== change.id && periodOf(one).start <= start && end <= periodOf(one).end,
  )
  return invoice && { invoice, unusedMinor: 0 - unused.amount }
}

/** Returns the sum of a payment's refunds for a purpose, and what its other refunds leave of it. In pence. */
const readRefunds = async (
  { stripe }: World,
  { payments, amount_paid: paid }: Stripe.Invoice,
  purpose: string,
) => {
  const intent = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent
  if (typeof intent !== 'string') return undefined
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
  const sum = (refunds: readonly Stripe.Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0)
  const own = data.filter(({ metadata }) => metadata?.['purpose'] === purpose)
  return { ownMinor: sum(own), leftMinor: paid - sum(data) + sum(own) }
}

/**
 * Expects that each undone change of plan has returned what it had used: its credit, and the unused time before it in the
 * form in which it was paid, unless the payment for that time was itself returned or disputed.
 */
export const expectUndoneChangesReturned = async (world: World): Promise<void> => {
  const { data } = await world.stripe.subscriptions.list({ status: 'canceled', limit: 100 })
  for (const subscription of data) {
    const change = await findUndoneChange(world, subscription)
    if (change === undefined) continue
    expect(await isCreditReturned(world, change), `credit of ${change.id} is returned`).toBe(true)
    const credited = await findCredited(world, change, subscription.id)
    if (credited === undefined || (await isInvoiceReversed(world, credited.invoice.id))) continue
    const { invoice, unusedMinor } = credited
    const purpose = `credit:${change.id}`
    const moneyMinor = Math.min(unusedMinor, invoice.amount_paid)
    const refunds = await readRefunds(world, invoice, purpose)
    if (refunds !== undefined)
      expect(refunds.ownMinor, `unused time of ${invoice.id}`).toBe(Math.min(moneyMinor, refunds.leftMinor))
    const creditMinor = Math.min(unusedMinor - moneyMinor, creditUsedOf(invoice))
    const returned = (await returnedCredit(world, invoice.customer)).find((one) => one.purpose === purpose)
    if (isDeletedSince(world, change)) continue
    const isReported = world.errors.some(
      (line) => line.includes('credit of a deleted customer') && line.includes(invoice.id),
    )
    if (!isReported) expect(returned?.amountMinor ?? 0, `credit for ${invoice.id}`).toBe(creditMinor)
  }
}
