import { change, type Account } from '../account.ts'
import { issueFirstInvoice } from '../billing/collect.ts'
import { beginDebit, debitInvoice } from '../billing/debit.ts'
import { chargeInvoice } from '../billing/invoice.ts'
import { addPaymentMethod, attachPaymentMethod } from '../billing/payment-methods.ts'
import { addPaymentIntent, confirmIntent } from '../billing/payments.ts'
import { addSubscription, updateSubscription } from '../billing/subscription.ts'
import { isDebit, type CardBehaviour, type CardForm, type Debit } from '../cards.ts'
import { notAuthenticated } from '../hosted/answer.ts'
import { addCustomer, updateCustomer } from '../resources/customers.ts'
import type { Checkout, Invoice, PaymentIntent, PaymentMethod, Session } from '../wire.ts'

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

interface Payment {
  readonly method: PaymentMethod
  /** What the card does, the cardholder being present and having confirmed what was asked. */
  readonly behaviour: 'ok' | Debit
}

/** Takes the money, or sends the debit on its way. */
const take = (account: Account, intent: PaymentIntent, payment: Payment, invoice?: Invoice): void => {
  const { method, behaviour } = payment
  if (isDebit(behaviour)) {
    if (invoice) debitInvoice(account, invoice, method, intent)
    else beginDebit(account, intent, method)
    return
  }
  const decline = invoice
    ? chargeInvoice(account, invoice, method, { intent: intent.id })
    : confirmIntent(account, intent, method)
  if (decline) throw new Error(`A card that had been accepted was refused: ${decline.message}`)
}

const startSubscription = (account: Account, session: Session, customer: string, payment: Payment) => {
  const checkout = checkoutOf(account, session)
  const [item] = checkout.lineItems
  if (!item?.price) throw new Error(`Checkout Session ${session.id} sells nothing`)
  const subscription = addSubscription(account, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    paymentMethod: payment.method.id,
    metadata: checkout.subscriptionMetadata,
    description: checkout.subscriptionDescription,
  })
  const invoice = issueFirstInvoice(account, subscription)
  const intent = intentOf(account, session, checkout)
  change(intent, { customer, description: 'Subscription creation', setup_future_usage: 'off_session' })
  take(account, intent, payment, invoice)
  // A subscription is active while its first debit is under way, although nothing is paid yet.
  updateSubscription(account, subscription, { status: 'active' })
  return { subscription: subscription.id, invoice: invoice.id }
}

const takePayment = (account: Account, session: Session, customer: string | null, payment: Payment) => {
  const intent = intentOf(account, session, checkoutOf(account, session))
  change(intent, { customer })
  take(account, intent, payment)
  return {}
}

/** Takes the money and completes the session; events follow in the order in which Stripe creates them. */
const complete = (account: Account, session: Session, payment: Payment, form: CardForm): Outcome => {
  const { method, behaviour } = payment
  account.cards.set(method.id, behaviour)
  const customer = buyerOf(account, session, form)
  const subscribes = session.mode === 'subscription' && customer !== null
  if (subscribes) attachPaymentMethod(account, method, customer)
  const made = subscribes
    ? startSubscription(account, session, customer, payment)
    : takePayment(account, session, customer, payment)
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
    payment_status: isDebit(behaviour) ? 'unpaid' : 'paid',
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
  if (behaviour === 'ok' || isDebit(behaviour)) return complete(account, session, { method, behaviour }, form)
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
  if (confirmed) return complete(account, session, { method, behaviour: 'ok' }, pending.form)
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
