import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import { returnedCredit } from './credit-invariants.ts'
import { accountHolders } from './delete-account.ts'
import { isInvoiceDisputed, isInvoiceReversed, isReported } from './oracle.ts'
import { customerIdOf } from './run-step.ts'
import { isSubscribed } from './steps.ts'
import type { World } from './world.ts'

/** Returns the subscriptions whose payments are refunded by another rule: duplicates, and those that were withdrawn. */
const refundedElsewhere = async ({ stripe }: World, customer: string): Promise<Set<string>> => {
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const { data: refunds } = await stripe.refunds.list({ limit: 100 })
  const withdrawn = refunds.map(({ metadata }) => /^withdrawal:(.+)$/.exec(metadata?.['purpose'] ?? '')?.[1])
  return new Set(
    subscriptions
      .filter(
        ({ id, metadata }) =>
          metadata['duplicate'] !== undefined ||
          metadata['ended_by_staff'] !== undefined ||
          // A settled withdrawal has no refund of its own if staff have refunded everything that was due.
          metadata['withdrawal'] === 'settled' ||
          withdrawn.includes(id),
      )
      .map(({ id }) => id),
  )
}

const subscriptionOf = ({ parent }: Stripe.Invoice) => parent?.subscription_details?.subscription

/** Returns the invoice of the change of plan that credited the rest of the period of this invoice, if there is one. */
const changeAfter = (
  invoice: Stripe.Invoice,
  newestFirst: readonly Stripe.Invoice[],
): Stripe.Invoice | undefined => {
  const own = newestFirst.filter((one) => subscriptionOf(one) === subscriptionOf(invoice))
  return own[own.indexOf(invoice) - 1]
}

/**
 * Returns whether the credit for the rest of a period gives no access now, because the payment of the change of plan is
 * disputed, or because the credit was refunded together with that payment.
 */
const isCreditWithdrawn = async (world: World, change: Stripe.Invoice | undefined): Promise<boolean> => {
  const credit = change?.lines.data.find(({ amount }) => amount < 0)?.amount ?? 0
  if (change === undefined || credit === 0) return false
  if (await isInvoiceDisputed(world, change.id)) return true
  const purpose = `credit:${change.id}`
  const { data } = await world.stripe.refunds.list({ limit: 100 })
  return (
    data.some(({ amount, metadata }) => metadata?.['purpose'] === purpose && amount <= -credit) ||
    (await returnedCredit(world, change.customer)).some((one) => one.purpose === purpose)
  )
}

/** Returns whether the period that an invoice charges for contains this time, in epoch seconds. */
const isFor = ({ lines }: Stripe.Invoice, now: number): boolean => {
  const period = lines.data.at(-1)?.period
  return period !== undefined && period.start <= now && now < period.end
}

/**
 * Expects that every payment that was made on time gives access for its period, unless it was returned. The state of
 * the subscription does not matter, because the time is paid for.
 */
export const expectPaidTimeGivesAccess = async (world: World): Promise<void> => {
  const now = world.clock.now().getTime() / 1000
  for (const name of await accountHolders(world)) {
    const customer = await customerIdOf(world, name)
    if (customer === undefined || (await isSubscribed(world, name))) continue
    const elsewhere = await refundedElsewhere(world, customer)
    const { data } = await world.stripe.invoices.list({
      customer,
      status: 'paid',
      limit: 100,
      expand: ['data.amount_paid_off_stripe'],
    })
    for (const invoice of data) {
      const subscription = subscriptionOf(invoice)
      if (typeof subscription !== 'string' || elsewhere.has(subscription) || !isFor(invoice, now)) continue
      const isReturned =
        isReported(world, invoice) ||
        (await isInvoiceReversed(world, invoice.id)) ||
        (await isCreditWithdrawn(world, changeAfter(invoice, data)))
      expect(isReturned, `${invoice.id} gives ${name} access`).toBe(true)
    }
  }
}
