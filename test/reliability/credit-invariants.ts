import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import type { World } from './world.ts'

/** Returns what an invoice has used of its customer's credit, in pence: 0 if the invoice adds to the credit. */
export const creditUsedOf = ({ starting_balance: before, ending_balance: after }: Stripe.Invoice): number =>
  after === null ? 0 : Math.max(0, Math.min(0, after) - Math.min(0, before))

/** Lists the credit that our code has given back, by its purpose. */
export const returnedCredit = async (
  { stripe }: World,
  customer: Stripe.Invoice['customer'],
): Promise<{ readonly purpose: string; readonly amountMinor: number }[]> => {
  if (typeof customer !== 'string') return []
  const known = await stripe.customers.retrieve(customer)
  if (known.deleted === true) return []
  const { data } = await stripe.customers.listBalanceTransactions(customer, { limit: 100 })
  return data.flatMap(({ amount, metadata }) =>
    metadata?.['purpose'] ? [{ purpose: metadata['purpose'], amountMinor: 0 - amount }] : [],
  )
}

/** Returns whether an account was deleted after it paid an invoice. Its credit was deleted with it. */
export const isDeletedSince = (
  { deletedAccounts }: World,
  { customer, status_transitions: { paid_at: paidAt } }: Stripe.Invoice,
): boolean =>
  deletedAccounts.some((one) => one.customer === customer && (paidAt ?? 0) <= one.at.getTime() / 1000)

/** Returns whether the credit that an undone invoice used was given back, or staff were asked to repay it. */
export const isCreditReturned = async (world: World, invoice: Stripe.Invoice): Promise<boolean> => {
  const used = creditUsedOf(invoice)
  if (used === 0 || isDeletedSince(world, invoice)) return true
  const isReported = world.errors.some(
    (line) => line.includes('credit of a deleted customer') && line.includes(invoice.id),
  )
  const returned = await returnedCredit(world, invoice.customer)
  return (
    isReported ||
    returned.some(({ purpose, amountMinor }) => purpose === `undone:${invoice.id}` && amountMinor === used)
  )
}

/**
 * Expects that credit is given back at most once for each purpose, and never more than an invoice has used. Credit for
 * a change of plan belongs to the invoice before the change.
 */
export const expectCreditReturnedOnce = async (world: World): Promise<void> => {
  const { data: customers } = await world.stripe.customers.list({ limit: 100 })
  for (const { id } of customers) {
    const returned = await returnedCredit(world, id)
    const purposes = returned.map(({ purpose }) => purpose)
    expect(new Set(purposes).size, `purposes of ${id}`).toBe(purposes.length)
    for (const { purpose, amountMinor } of returned) {
      const invoice = await world.stripe.invoices.retrieve(purpose.slice(purpose.indexOf(':') + 1))
      expect(invoice.customer, `customer of ${purpose}`).toBe(id)
      expect(amountMinor, purpose).toBeGreaterThan(0)
      if (!purpose.startsWith('credit:')) expect(amountMinor, purpose).toBe(creditUsedOf(invoice))
    }
    const { data } = await world.stripe.invoices.list({ customer: id, status: 'paid', limit: 100 })
    const used = data.reduce((sum, invoice) => sum + creditUsedOf(invoice), 0)
    const sum = returned.reduce((total, { amountMinor }) => total + amountMinor, 0)
    expect(sum, `returned to ${id}`).toBeLessThanOrEqual(used)
  }
}
