import { change, type Account } from '../account.ts'
import { cardThat, type CardBehaviour } from '../cards.ts'
import { updateCustomer } from '../resources/customers.ts'
import { addPaymentMethod, attachPaymentMethod } from './payments.ts'
import { isLive } from './subscription.ts'

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
  const method = addPaymentMethod(account, form, behaviour)
  attachPaymentMethod(account, method, id)
  updateCustomer(account, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === id && isLive(subscription))
      change(subscription, { default_payment_method: method.id })
}
