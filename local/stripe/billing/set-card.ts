import { type Account } from '../account.ts'
import { cardThat, type CardBehaviour } from '../cards.ts'
import { updateCustomer } from '../resources/customers.ts'
import type { Customer, PaymentMethod } from '../wire.ts'
import { addPaymentMethod, attachPaymentMethod } from './payment-methods.ts'
import { isLive, updateSubscription } from './subscription.ts'

/** Attaches a card to a customer and charges all that is due from now on to it. */
export const useCard = (account: Account, customer: Customer, method: PaymentMethod): void => {
  attachPaymentMethod(account, method, customer.id)
  updateCustomer(account, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && isLive(subscription))
      updateSubscription(account, subscription, { default_payment_method: method.id })
}

/**
 * Gives a customer a new card for all that is charged from now on, as if they had changed it themselves.
 * Throws when there is no such customer.
 */
export const setCustomerCard = (account: Account, id: string, behaviour: CardBehaviour): void => {
  const customer = account.customers.get(id)
  if (!customer) throw new Error(`No such customer: '${id}'`)
  const year = new Date(account.now() * 1000).getUTCFullYear() + 5
  const form = {
    email: customer.email ?? '',
    number: cardThat(behaviour).number,
    expiry: `12/${String(year).slice(-2)}`,
    cvc: '123',
    name: customer.name ?? '',
  }
  useCard(account, customer, addPaymentMethod(account, form, behaviour))
}

/** The card that a customer's next invoice is charged to. */
export const cardOf = (account: Account, customer: string): PaymentMethod | undefined => {
  const subscription = [...account.subscriptions.values()].findLast(
    (one) => one.customer === customer && isLive(one),
  )
  const settings = account.customers.get(customer)?.invoice_settings
  const id = subscription?.default_payment_method ?? settings?.default_payment_method
  return id ? account.paymentMethods.get(id) : undefined
}
