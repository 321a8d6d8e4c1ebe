import { change, type Account } from '../account.ts'
import { chargeInvoice, issueInvoice } from '../billing/invoice.ts'
import {
  addPaymentIntent,
  addPaymentMethod,
  attachPaymentMethod,
  confirmIntent,
} from '../billing/payments.ts'
import { addSubscription, updateSubscription } from '../billing/subscription.ts'
import type { CardBehaviour, CardForm } from '../cards.ts'
import { notAuthenticated } from '../hosted/answer.ts'
import { addCustomer, updateCustomer } from '../resources/customers.ts'
import type { Checkout, PaymentIntent, PaymentMethod, Session } from '../wire.ts'

/** What came of pressing the button on the hosted page. */
export type Outcome =
  | { readonly kind: 'paid'; readonly redirect: string }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'authenticate' }

const checkoutOf = (account: Account, session: Session): Checkout => {
  const checkout = account.checkouts.get(session.id)
  if (!checkout) throw new Error(`Checkout Session ${session.id} has no record of what it sells`)
  return checkout
}

/** The intent of a session: opened by the first attempt, used again by later ones. */
const intentOf = (account: Account, session: Session, checkout: Checkout): PaymentIntent => {
  const known = account.paymentIntents.get(checkout.paymentIntent ?? '')
  if (known) return known
  const intent = addPaymentIntent(account, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: session.customer,
    description: checkout.paymentDescription,
    metadata: checkout.paymentMetadata,
  })
  checkout.paymentIntent = intent.id
  if (session.mode === 'payment') change(session, { payment_intent: intent.id })
  return intent
}

/** Subscriptions need a customer; a payment makes one only when the session asks for it. */
const buyerOf = (account: Account, session: Session, form: CardForm): string | null => {
  if (session.customer) return session.customer
  if (session.mode === 'payment' && session.customer_creation !== 'always') return null
  return addCustomer(account, { email: form.email, name: form.name }).id
}

const startSubscription = (account: Account, session: Session, customer: string, method: PaymentMethod) => {
  const checkout = checkoutOf(account, session)
  const [item] = checkout.lineItems
  if (!item?.price) throw new Error(`Checkout Session ${session.id} sells nothing`)
  const subscription = addSubscription(account, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    paymentMethod: method.id,
    metadata: checkout.subscriptionMetadata,
    description: checkout.subscriptionDescription,
  })
  const invoice = issueInvoice(account, subscription, 'subscription_create')
  const intent = intentOf(account, session, checkout)
  change(intent, { customer, description: 'Subscription creation', setup_future_usage: 'off_session' })
  const decline = chargeInvoice(account, invoice, method, intent.id)
  if (decline) throw new Error(`A card that had been accepted was refused: ${decline.message}`)
  updateSubscription(account, subscription, { status: 'active' })
  return { subscription: subscription.id, invoice: invoice.id }
}

const takePayment = (account: Account, session: Session, customer: string | null, method: PaymentMethod) => {
  const intent = intentOf(account, session, checkoutOf(account, session))
  change(intent, { customer })
  const decline = confirmIntent(account, intent, method)
  if (decline) throw new Error(`A card that had been accepted was refused: ${decline.message}`)
  return {}
}

/** Takes the money and completes the session; events follow in the order in which Stripe creates them. */
const complete = (account: Account, session: Session, method: PaymentMethod, form: CardForm): Outcome => {
  account.cards.set(method.id, 'ok')
  const customer = buyerOf(account, session, form)
  const subscribes = session.mode === 'subscription' && customer !== null
  if (subscribes) attachPaymentMethod(account, method, customer)
  const made = subscribes
    ? startSubscription(account, session, customer, method)
    : takePayment(account, session, customer, method)
  const buyer = account.customers.get(customer ?? '')
  if (buyer) updateCustomer(account, buyer, { currency: session.currency, name: buyer.name ?? form.name })
  checkoutOf(account, session).pending = null
  change(session, {
    ...made,
    customer,
    customer_details: {
      address: method.billing_details.address,
      business_name: null,
      email: form.email,
      individual_name: null,
      name: form.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: 'paid',
    status: 'complete',
    url: null,
  })
  account.emit('checkout.session.completed', session)
  return { kind: 'paid', redirect: successAddress(session) }
}

/** Where a buyer is sent: `{CHECKOUT_SESSION_ID}` in the address becomes the session's id. */
export const successAddress = (session: Session): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** One press of the button on an open session's page, with a card that behaves like this. */
export const attempt = (
  account: Account,
  session: Session,
  form: CardForm,
  behaviour: CardBehaviour,
): Outcome => {
  const checkout = checkoutOf(account, session)
  const method = addPaymentMethod(account, form, behaviour)
  if (behaviour === 'ok') return complete(account, session, method, form)
  const intent = intentOf(account, session, checkout)
  if (behaviour === 'authenticate') {
    checkout.pending = { paymentMethod: method.id, form }
    change(intent, { payment_method: method.id, status: 'requires_action' })
    account.emit('payment_intent.requires_action', intent)
    return { kind: 'authenticate' }
  }
  const decline = confirmIntent(account, intent, method)
  return { kind: 'declined', message: decline?.message ?? 'Your card was declined.' }
}

/** The cardholder's answer on the 3-D Secure page; undefined when no payment waits for one. */
export const answerAuthentication = (
  account: Account,
  session: Session,
  confirmed: boolean,
): Outcome | undefined => {
  const checkout = checkoutOf(account, session)
  const { pending } = checkout
  const method = account.paymentMethods.get(pending?.paymentMethod ?? '')
  if (!pending || !method) return undefined
  if (confirmed) return complete(account, session, method, pending.form)
  checkout.pending = null
  const intent = intentOf(account, session, checkout)
  change(intent, {
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message: notAuthenticated,
      type: 'invalid_request_error',
    },
    payment_method: null,
    status: 'requires_payment_method',
  })
  account.emit('payment_intent.payment_failed', intent)
  return { kind: 'declined', message: notAuthenticated }
}
