import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import { isCreditReturned } from './credit-invariants.ts'
import { isInvoiceReversed, isReported } from './oracle.ts'
import type { World } from './world.ts'

const subscriptionIdOf = (invoice: Stripe.Invoice): string | undefined => {
  const id = invoice.parent?.subscription_details?.subscription
  return typeof id === 'string' ? id : undefined
}

/**
 * Returns whether a payment can buy access. The payment of a duplicate cannot, nor a late payment of a customer who
 * could buy nothing.
 */
const buysAccess = async (world: World, invoice: Stripe.Invoice): Promise<boolean> => {
  const id = subscriptionIdOf(invoice)
  if (id === undefined) return true
  const { metadata, ended_at: endedAt } = await world.stripe.subscriptions.retrieve(id)
  if (metadata['duplicate'] !== undefined) return false
  const paidAt = invoice.status_transitions.paid_at ?? 0
  return paidAt <= (endedAt ?? Infinity) || !(await couldBuyNothing(world, invoice, paidAt))
}

/**
 * Expects that every pound that Stripe took, as money or from credit, bought access, was returned or disputed, or was
 * reported to staff. The oracle checks the access of late payments, and `expectPaidTimeGivesAccess` the access of
 * payments on time.
 */
export const expectEveryPoundMatched = async (world: World): Promise<void> => {
  const { data } = await world.stripe.invoices.list({
    status: 'paid',
    limit: 100,
    expand: ['data.amount_paid_off_stripe'],
  })
  for (const invoice of data) {
    if (await buysAccess(world, invoice)) continue
    if (invoice.amount_paid > 0 && !isReported(world, invoice))
      expect(await isInvoiceReversed(world, invoice.id), `${invoice.id} is refunded`).toBe(true)
    expect(await isCreditReturned(world, invoice), `credit of ${invoice.id} is returned`).toBe(true)
  }
}

/**
 * Returns whether a payment at this time, in epoch seconds, could buy nothing, because the customer had another
 * subscription or a deleted account that got nothing for it.
 */
const couldBuyNothing = async (world: World, invoice: Stripe.Invoice, paidAt: number): Promise<boolean> => {
  const { customer } = invoice
  if (typeof customer !== 'string') return true
  const isDeleted =
    (await world.deps.customers.findUserId(customer)) === undefined ||
    world.deletedAccounts.some((deleted) => deleted.customer === customer)
  // Our record of the account is deleted, so Stripe's mark shows whether the payment gave access before.
  if (isDeleted) return invoice.metadata?.['late_payment'] !== 'gave_access'
  const { data } = await world.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  return data.some(
    ({ id, status, created, metadata, ended_at: endedAt }) =>
      id !== subscriptionIdOf(invoice) &&
      metadata['duplicate'] === undefined &&
      !status.startsWith('incomplete') &&
      created <= paidAt &&
      (endedAt ?? Infinity) > paidAt,
  )
}

/** A late payment is refunded only if it could buy nothing. */
export const expectLatePaymentsBuyAccess = async (world: World): Promise<void> => {
  const { data: refunds } = await world.stripe.refunds.list({ limit: 100 })
  for (const { metadata } of refunds) {
    const [, id] = /^late-payment:(.+)$/.exec(metadata?.['purpose'] ?? '') ?? []
    if (id === undefined) continue
    const invoice = await world.stripe.invoices.retrieve(id)
    const paidAt = invoice.status_transitions.paid_at ?? 0
    expect(await couldBuyNothing(world, invoice, paidAt), `${id} could buy nothing`).toBe(true)
  }
}
