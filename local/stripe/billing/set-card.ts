import { type Account } from '../account/account.ts'
import { testCardWith, type CardBehaviour } from '../account/cards.ts'
import { updateCustomer } from '../account/customers.ts'
import type { Customer, PaymentMethod } from '../account/objects.ts'
import { addPaymentMethod, attachPaymentMethod } from './payment-methods.ts'
import { isLive, updateSubscription } from './subscription.ts'

/** Attaches a card to a customer and charges future invoices to it. */
export const setDefaultCard = (account: Account, customer: Customer, method: PaymentMethod): void => {
  attachPaymentMethod(account, method, customer.id)
  updateCustomer(account, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && isLive(subscription))
      updateSubscription(account, subscription, { default_payment_method: method.id })
}

/** Replaces a customer's card, as the customer can in the portal. Throws an error if the customer is unknown. */
export const setCustomerCard = (account: Account, id: string, behaviour: CardBehaviour): void => {
  const customer = account.customers.get(id)
  if (!customer) throw new Error(`No such customer: '${id}'`)
  const year = new Date(account.now() * 1000).getUTCFullYear() + 5
  const form = {
    email: customer.email ?? '',
    number: testCardWith(behaviour).number,
    expiry: `12/${String(year).slice(-2)}`,
    cvc: '123',
    name: customer.name ?? '',
  }
  setDefaultCard(account, customer, addPaymentMethod(account, form, behaviour))
}

/** Returns the card that a customer's next invoice is charged to. */
export const defaultCardOf = (account: Account, customer: string): PaymentMethod | undefined => {
  const subscription = [...account.subscriptions.values()].findLast(
    (one) => one.customer === customer && isLive(one),
  )
  const settings = account.customers.get(customer)?.invoice_settings
  const id = subscription?.default_payment_method ?? settings?.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
}
