import { applyPatch, type Account } from '../account/account.ts'
import { isDebit, testCard, type CardBehaviour, type CardForm } from '../account/cards.ts'
import { newId } from '../account/ids.ts'
import type { PaymentMethod } from '../account/objects.ts'

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const cardDetails = (form: CardForm): NonNullable<PaymentMethod['card']> => {
  const number = form.number.replaceAll(' ', '')
  const [month = '', year = ''] = form.expiry.split('/')
  const brand = testCard(number)?.brand ?? 'unknown'
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'GB',
    display_brand: brand,
    exp_month: Number(month),
    exp_year: 2000 + Number(year),
    fingerprint: `local${number.slice(-4)}`,
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

const debitDetails = (form: CardForm): Pick<PaymentMethod, 'bacs_debit' | 'type'> => ({
  bacs_debit: {
    fingerprint: `local${form.number.slice(-4)}`,
    last4: form.number.slice(-4),
    sort_code: '108800',
  },
  type: 'bacs_debit',
})

/** Stores a card as a payment method, not yet attached to a customer. */
export const addPaymentMethod = (
  account: Account,
  form: CardForm,
  behaviour: CardBehaviour,
): PaymentMethod => {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: noAddress, email: form.email, name: form.name, phone: null, tax_id: null },
    ...(isDebit(behaviour) ? debitDetails(form) : { card: cardDetails(form), type: 'card' }),
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
  account.paymentMethods.set(method.id, method)
  account.cards.set(method.id, behaviour)
  return method
}

/** Attaches a payment method to a customer, for off-session charges. */
export const attachPaymentMethod = (account: Account, method: PaymentMethod, customer: string): void => {
  applyPatch(method, { customer })
  account.emit('payment_method.attached', method)
}
