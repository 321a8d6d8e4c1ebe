import type { Stripe } from 'stripe'
import type { CardForm } from './cards.ts'

/**
 * What the API sends for a type of the SDK: decimals are text and everything that could be expanded is an
 * id. Objects are kept like this and expanded only while answering, so the pinned SDK's own types say
 * which fields each object has.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: WireField<T[Key]> }
      : T

type WireField<T> = [Extract<T, string>] extends [never]
  ? Wire<T>
  : string extends Extract<T, string>
    ? Extract<T, string | null | undefined>
    : T

export type Product = Wire<Stripe.Product>
export type Price = Wire<Stripe.Price>
export type Customer = Wire<Stripe.Customer>
export type PaymentMethod = Wire<Stripe.PaymentMethod>
export type PaymentIntent = Wire<Stripe.PaymentIntent>
export type Charge = Wire<Stripe.Charge>
export type BalanceTransaction = Wire<Stripe.BalanceTransaction>
export type Dispute = Wire<Stripe.Dispute>
export type Refund = Wire<Stripe.Refund>
export type Subscription = Wire<Stripe.Subscription>
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>
export type Invoice = Wire<Stripe.Invoice>
export type InvoicePayment = Wire<Stripe.InvoicePayment>
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>
export type Session = Wire<Stripe.Checkout.Session>
export type PortalSession = Wire<Stripe.BillingPortal.Session>
export type TestClock = Wire<Stripe.TestHelpers.TestClock>
export type LineItem = Wire<Stripe.LineItem>
export type Metadata = Record<string, string>

/** An event as stored and sent; the object is frozen in the state that it had then. */
export interface Event {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object; readonly previous_attributes?: object }
  readonly livemode: false
  pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: EventType
}

export type EventType = Stripe.Event.Type

/** The API version of the pinned SDK: also that of the webhook endpoint, so events have its shapes. */
export const apiVersion = '2026-10-28.endive'

/** What a Checkout Session knows and does not show. */
export interface Checkout {
  readonly lineItems: readonly LineItem[]
  readonly subscriptionMetadata: Metadata
  readonly subscriptionDescription: string | null
  readonly paymentMetadata: Metadata
  readonly paymentDescription: string | null
  /** The payment intent of the first attempt: later ones use it again. */
  paymentIntent: string | null
  /** The payment that waits for the cardholder's 3-D Secure answer. */
  pending: PendingCard | null
}

/** A card that waits for its holder's 3-D Secure answer on a hosted page. */
export interface PendingCard {
  readonly paymentMethod: string
  readonly form: CardForm
}
