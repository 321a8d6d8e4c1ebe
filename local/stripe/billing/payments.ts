import { applyPatch, type Account } from '../account/account.ts'
import { declineOf, type Decline } from '../account/cards.ts'
import { newId } from '../account/ids.ts'
import type { Charge, Metadata, PaymentIntent, PaymentMethod } from '../account/objects.ts'

export interface Payment {
  /** In the currency's minor unit. */
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Metadata
}

/** Creates an unpaid payment intent. */
export const addPaymentIntent = (account: Account, payment: Payment): PaymentIntent => {
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  account.paymentIntents.set(id, intent)
  account.emit('payment_intent.created', intent)
  return intent
}

const outcomeOf = (decline: Decline | undefined): Charge['outcome'] => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline ? decline.declineCode : null,
  risk_level: 'normal',
  seller_message: decline
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

const methodDetails = ({ card }: PaymentMethod, amount: number): Charge['payment_method_details'] =>
  card === undefined
    ? null
    : {
        card: {
          amount_authorized: amount,
          authorization_code: null,
          brand: card.brand,
          checks: card.checks,
          country: card.country,
          electronic_commerce_indicator: null,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
          fingerprint: card.fingerprint ?? null,
          funding: card.funding,
          installments: null,
          last4: card.last4,
          mandate: null,
          network: card.brand,
          network_transaction_id: null,
          regulated_status: card.regulated_status,
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
        type: 'card',
      }

/** Creates a charge that succeeded or was declined. */
export const chargeOf = (
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline?: Decline,
  id = newId('ch'),
): Charge => ({
  id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: decline ? null : newId('txn'),
  billing_details: method.billing_details,
  calculated_statement_descriptor: null,
  captured: !decline,
  created: account.now(),
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: outcomeOf(decline),
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: methodDetails(method, intent.amount),
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: decline ? null : `${account.url}/r/${id}`,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: decline ? 'failed' : 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

const errorOf = (decline: Decline, charge: Charge): PaymentIntent['last_payment_error'] => ({
  charge: charge.id,
  code: decline.code === 'card_declined' ? 'card_declined' : 'authentication_required',
  decline_code: decline.declineCode,
  message: decline.message,
  type: 'card_error',
})

/** Charges a payment intent to a card. Returns the decline, if any. */
export const confirmIntent = (
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
): Decline | undefined => {
  const decline = declineOf(account.cards.get(method.id) ?? 'ok')
  const charge = chargeOf(account, intent, method, decline)
  account.charges.set(charge.id, charge)
  if (decline) {
    const error = errorOf(decline, charge)
    applyPatch(intent, {
      latest_charge: charge.id,
      status: 'requires_payment_method',
      last_payment_error: error,
      next_action: null,
    })
    account.emit('charge.failed', charge)
    account.emit('payment_intent.payment_failed', intent)
    return decline
  }
  applyPatch(intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  account.emit('charge.succeeded', charge)
  account.emit('payment_intent.succeeded', intent)
  return undefined
}
