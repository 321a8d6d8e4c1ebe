import { applyPatch, type Account } from '../../account/account.ts'
import { issueFirstInvoice } from '../../billing/collect.ts'
import { startDebit, debitInvoice } from '../../billing/debit.ts'
import { chargeInvoice } from '../../billing/invoice.ts'
import { invoicePaidSession } from '../../billing/payment-invoice.ts'
import { addPaymentMethod, attachPaymentMethod } from '../../billing/payment-methods.ts'
import { addPaymentIntent, confirmIntent } from '../../billing/payments.ts'
import { addSubscription, updateSubscription } from '../../billing/subscription.ts'
import { isDebit, type CardBehaviour, type CardForm, type Debit } from '../../account/cards.ts'
import { notAuthenticated } from '../page-response.ts'
import { requiresTerms } from './consent.ts'
import { addCustomer, updateCustomer } from '../../account/customers.ts'
import type { Checkout, Invoice, PaymentIntent, PaymentMethod, Session } from '../../account/objects.ts'

/** Result of submitting the hosted form. */
export type Outcome =
  | { readonly kind: 'paid'; readonly redirect: string }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'authenticate' }

const checkoutOf = (account: Account, session: Session): Checkout => {
  const checkout = account.checkouts.get(session.id)
  if (!checkout) throw new Error(`Checkout Session ${session.id} has no line items`)
  return checkout
}

/** Returns the payment intent of a session. The first attempt creates it. */
const intentOf = (account: Account, session: Session, checkout: Checkout): PaymentIntent => {
  const existing = account.paymentIntents.get(checkout.paymentIntent ?? '')
  if (existing) return existing
  const intent = addPaymentIntent(account, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: session.customer,
    description: checkout.paymentDescription,
    metadata: checkout.paymentMetadata,
  })
  checkout.paymentIntent = intent.id
  if (session.mode === 'payment') applyPatch(session, { payment_intent: intent.id })
  return intent
}

/** Returns the customer. Creates one for a subscription or an invoice, or if the session requires it. */
const ensureCustomer = (account: Account, session: Session, form: CardForm): string | null => {
  if (session.customer) return session.customer
  const isRequired = session.customer_creation === 'always' || session.invoice_creation?.enabled
  if (session.mode === 'payment' && !isRequired) return null
  return addCustomer(account, { email: form.email, name: form.name }).id
}

interface Payment {
  readonly method: PaymentMethod
  /** Behaviour of the card once the cardholder has authenticated. */
  readonly behaviour: 'ok' | Debit
}

/** Charges the card, or starts the direct debit. */
const collectPayment = (
  account: Account,
  intent: PaymentIntent,
  payment: Payment,
  invoice?: Invoice,
): void => {
  const { method, behaviour } = payment
  if (isDebit(behaviour)) {
    if (invoice) debitInvoice(account, invoice, method, intent)
    else startDebit(account, intent, method)
    return
  }
  const decline = invoice
    ? chargeInvoice(account, invoice, method, { intent: intent.id })
    : confirmIntent(account, intent, method)
  if (decline) throw new Error(`An accepted card was declined: ${decline.message}`)
}

const startSubscription = (account: Account, session: Session, customer: string, payment: Payment) => {
  const checkout = checkoutOf(account, session)
  const [item] = checkout.lineItems
  if (!item?.price) throw new Error(`Checkout Session ${session.id} has no price`)
  const subscription = addSubscription(account, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    paymentMethod: payment.method.id,
    metadata: checkout.subscriptionMetadata,
    description: checkout.subscriptionDescription,
    taxRates: checkout.taxRates,
  })
  const invoice = issueFirstInvoice(account, subscription)
  if (invoice.status === 'open') {
    const intent = intentOf(account, session, checkout)
    applyPatch(intent, {
      amount: invoice.amount_due,
      customer,
      description: 'Subscription creation',
      setup_future_usage: 'off_session',
    })
    collectPayment(account, intent, payment, invoice)
  }
  // A subscription is active while its first direct debit is pending.
  updateSubscription(account, subscription, { status: 'active' })
  return { subscription: subscription.id, invoice }
}

const takePayment = (account: Account, session: Session, customer: string | null, payment: Payment) => {
  const intent = intentOf(account, session, checkoutOf(account, session))
  applyPatch(intent, { customer })
  collectPayment(account, intent, payment)
  if (!isDebit(payment.behaviour)) invoicePaidSession(account, session, intent)
  return { invoice: undefined }
}

const statusOf = (invoice: Invoice | undefined, behaviour: 'ok' | Debit): Session['payment_status'] => {
  // The customer's balance has paid it.
  if (invoice?.amount_due === 0) return 'no_payment_required'
  return isDebit(behaviour) ? 'unpaid' : 'paid'
}

const taxIdsOf = ({ vatNumber }: CardForm) =>
  vatNumber ? [{ type: 'gb_vat' as const, value: vatNumber }] : []

/** Collects the payment and completes the session. Emits events in Stripe's order. */
const complete = (account: Account, session: Session, payment: Payment, form: CardForm): Outcome => {
  const { method, behaviour } = payment
  account.cards.set(method.id, behaviour)
  const customer = ensureCustomer(account, session, form)
  if (customer !== null) account.taxIds.set(customer, taxIdsOf(form))
  const isSubscription = session.mode === 'subscription' && customer !== null
  if (isSubscription) attachPaymentMethod(account, method, customer)
  const created = isSubscription
    ? startSubscription(account, session, customer, payment)
    : takePayment(account, session, customer, payment)
  const buyer = account.customers.get(customer ?? '')
  if (buyer) updateCustomer(account, buyer, { currency: session.currency, name: buyer.name ?? form.name })
  checkoutOf(account, session).pending = null
  applyPatch(session, {
    ...(created.invoice && { subscription: created.subscription, invoice: created.invoice.id }),
    ...(requiresTerms(session) ? { consent: { promotions: null, terms_of_service: 'accepted' } } : {}),
    customer,
    customer_details: {
      address: method.billing_details.address,
      business_name: null,
      email: form.email,
      individual_name: null,
      name: form.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: taxIdsOf(form),
    },
    payment_status: statusOf(created.invoice, behaviour),
    status: 'complete',
    url: null,
  })
  account.emit('checkout.session.completed', session)
  return { kind: 'paid', redirect: successAddress(session) }
}

/** Returns the redirect after payment. Replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
export const successAddress = (session: Session): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** Submits a card on the page of an open session. */
export const submitCard = (
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
    applyPatch(intent, { payment_method: method.id, status: 'requires_action' })
    account.emit('payment_intent.requires_action', intent)
    return { kind: 'authenticate' }
  }
  const decline = confirmIntent(account, intent, method)
  return { kind: 'declined', message: decline?.message ?? 'Your card was declined.' }
}

/** Completes or fails the 3-D Secure authentication. Returns undefined if none is pending. */
export const finishAuthentication = (
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
  applyPatch(intent, {
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
