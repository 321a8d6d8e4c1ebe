import { applyPatch, type Account } from '../account/account.ts'
import { changeBalance } from '../account/customer-balance.ts'
import type { Invoice } from '../account/objects.ts'

/** The smallest charge in pounds, in pence: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const smallestCharge = 30

interface Application {
  /** The part of the total that is charged. */
  readonly amountDue: number
  /** The customer's balance afterwards: the rest of a credit, or an amount that is too small to be charged. */
  readonly endingBalance: number
}

/** Applies a customer's balance to the total of an invoice. A credit is negative. All in the minor unit. */
export const applicationOf = (balance: number, total: number): Application => {
  const due = balance + total
  return due < smallestCharge ? { amountDue: 0, endingBalance: due } : { amountDue: due, endingBalance: 0 }
}

/** Returns the balance that an invoice applies. Invoices of one-time payments in Checkout apply none. */
export const balanceFor = (
  account: Account,
  { customer, parent }: Pick<Invoice, 'customer' | 'parent'>,
): number => (parent === null ? 0 : (account.customers.get(customer ?? '')?.balance ?? 0))

/** Applies the customer's balance to an invoice that is being issued. */
export const applyBalance = (account: Account, invoice: Invoice): void => {
  const { id, currency, total, parent } = invoice
  const customer = account.customers.get(invoice.customer ?? '')
  const balance = balanceFor(account, invoice)
  const { amountDue, endingBalance } =
    parent === null ? { amountDue: total, endingBalance: 0 } : applicationOf(balance, total)
  applyPatch(invoice, {
    amount_due: amountDue,
    amount_remaining: amountDue,
    ending_balance: endingBalance,
    starting_balance: balance,
  })
  if (!customer || endingBalance === balance) return
  const isCarriedOver = endingBalance > 0
  const type = isCarriedOver ? 'invoice_too_small' : 'applied_to_invoice'
  changeBalance(account, customer, { amount: endingBalance - balance, type, currency, invoice: id })
}

/** Gives the customer back the balance that a voided invoice had applied. */
export const unapplyBalance = (account: Account, invoice: Invoice): void => {
  const { id, currency, starting_balance: before, ending_balance: after } = invoice
  const customer = account.customers.get(invoice.customer ?? '')
  if (!customer || after === null || after === before) return
  const amount = before - after
  changeBalance(account, customer, { amount, type: 'unapplied_from_invoice', currency, invoice: id })
}
