import type { Account, Settings } from './account/account.ts'
import { disputeCharge } from './billing/dispute.ts'
import { finishDebit } from './billing/debit.ts'
import { findCharge, findIntent, type PaymentReference } from './billing/find-charge.ts'
import { failRefund, finishRefund, refundCharge } from './billing/refund.ts'
import { defaultCardOf, setCustomerCard } from './billing/set-card.ts'
import { noSuch } from './account/errors.ts'
import { isCardBehaviour, type CardBehaviour } from './account/cards.ts'
import { payInvoiceWithTestCard } from './hosted/invoice/pay-as.ts'
import { payWithTestCard } from './hosted/checkout/pay-as.ts'
import { createSubscription } from './api/new-subscription.ts'
import { atCustomerTime } from './account/customer-time.ts'

/** Actions of customers, banks and the account's owner. Each throws an error if the emulator rejects it. */
export interface StripeControls {
  /** Pays an open Checkout Session through its hosted page. */
  pay(session: string, card: CardBehaviour): Promise<{ redirect: string | null; error?: string }>
  /** Pays an open invoice with a test card on its hosted page. Throws an error if the card is declined. */
  payInvoice(invoice: string, card: CardBehaviour): void
  /** Replaces the card that a customer's future invoices are charged to. */
  setCard(customer: string, card: string): void
  /** Refunds a payment: `amount` in pence, or the rest of the charge. `fails`: the bank returns the refund. */
  refund(request: PaymentReference & { amount?: number | undefined; fails?: boolean | undefined }): {
    id: string
    amount: number
    status: string
  }
  /** Finishes a refund that is pending or requires action, or fails one that succeeded. */
  finishRefund(refund: string, outcome: 'succeeded' | 'failed' | 'canceled'): void
  /** Gives a subscription a coupon. */
  discount(subscription: string, percentOff: number): void
  /** Opens an inquiry or a dispute of a payment, or closes the open dispute. */
  dispute(request: PaymentReference & { outcome: 'inquiry' | 'open' | 'won' | 'lost' }): {
    id: string
    status: string
    charge: string
  }
  /** Finishes a pending direct debit now instead of after three days. */
  finishDebit(request: PaymentReference & { outcome: 'paid' | 'failed' }): void
  /** Starts a subscription without Checkout. Charges the customer's card if there is one. */
  startSubscription(
    customer: string,
    lookupKey: string,
  ): { id: string; status: string; invoice: string | null }
  /** Changes the account's settings. */
  configure(settings: Partial<Settings>): void
}

const startSubscription = (account: Account, customer: string, lookupKey: string) => {
  const price = [...account.prices.values()].find((one) => one.lookup_key === lookupKey)
  if (!price) throw new Error(`No price has the lookup key '${lookupKey}'`)
  const card = defaultCardOf(account, customer)
  const { id, status, latest_invoice } = createSubscription(account, {
    customer,
    items: [{ price: price.id }],
    payment_behavior: card ? 'allow_incomplete' : 'default_incomplete',
    default_payment_method: card?.id,
    default_tax_rates: [price.metadata['tax_rate']].filter((id) => id !== undefined),
  })
  return { id, status, invoice: latest_invoice }
}

/** Creates the controls of an account. `account` returns its current state. */
export const createControls = (account: () => Account): StripeControls => ({
  pay: async (session, card) => {
    const current = account()
    return atCustomerTime(current, [session], () => payWithTestCard(current, session, card))
  },
  payInvoice: (id, card) => {
    const current = account()
    atCustomerTime(current, [id], () => payInvoiceWithTestCard(current, id, card))
  },
  setCard: (customer, card) => {
    if (!isCardBehaviour(card)) throw new Error(`No such card: '${card}'`)
    setCustomerCard(account(), customer, card)
  },
  refund: ({ amount, fails, ...payment }) => {
    const current = account()
    const refund = refundCharge(current, findCharge(current, payment), {
      amount,
      reason: 'requested_by_customer',
    })
    if (fails) failRefund(current, refund)
    return { id: refund.id, amount: refund.amount, status: refund.status ?? '' }
  },
  dispute: ({ outcome, ...payment }) => {
    const current = account()
    const { id, status, charge } = disputeCharge(current, findCharge(current, payment), outcome)
    return { id, status, charge }
  },
  finishDebit: ({ outcome, ...payment }) => {
    const current = account()
    finishDebit(current, findIntent(current, payment).id, outcome === 'paid')
  },
  startSubscription: (customer, lookupKey) => startSubscription(account(), customer, lookupKey),
  discount: (subscription, percentOff) => void account().discounts.set(subscription, percentOff),
  finishRefund: (id, outcome) => {
    const current = account()
    const refund = current.refunds.get(id)
    if (!refund) throw noSuch('refund', id, 'refund')
    finishRefund(current, refund, outcome)
  },
  configure: (settings) => {
    Object.assign(account().settings, settings)
  },
})
