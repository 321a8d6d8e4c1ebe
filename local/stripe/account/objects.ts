import type { Stripe } from 'stripe'
import type { CardForm } from './cards.ts'

/**
 * The JSON form of an SDK type: decimals are text, and every expandable field is an id. Objects are stored in this
 * form and expanded only in responses, so the types of the pinned SDK define the fields of each object.
 */
export type ApiObject<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? ApiObject<Item>[]
    : T extends object
      ? { [Key in keyof T]: ApiField<T[Key]> }
      : T

type ApiField<T> = [Extract<T, string>] extends [never]
  ? ApiObject<T>
  : string extends Extract<T, string>
    ? Extract<T, string | null | undefined>
    : T

export type Product = ApiObject<Stripe.Product>
export type Price = ApiObject<Stripe.Price>
export type Customer = ApiObject<Stripe.Customer>
export type CustomerBalanceTransaction = ApiObject<Stripe.CustomerBalanceTransaction>
export type TaxRate = ApiObject<Stripe.TaxRate>
export type TaxId = ApiObject<Stripe.TaxId>
export type PaymentMethod = ApiObject<Stripe.PaymentMethod>
export type PaymentIntent = ApiObject<Stripe.PaymentIntent>
export type Charge = ApiObject<Stripe.Charge>
export type BalanceTransaction = ApiObject<Stripe.BalanceTransaction>
export type Dispute = ApiObject<Stripe.Dispute>
export type Refund = ApiObject<Stripe.Refund>
export type Subscription = ApiObject<Stripe.Subscription>
export type SubscriptionItem = ApiObject<Stripe.SubscriptionItem>
export type SubscriptionSchedule = ApiObject<Stripe.SubscriptionSchedule>
export type Invoice = ApiObject<Stripe.Invoice>
export type InvoicePayment = ApiObject<Stripe.InvoicePayment>
export type InvoiceLine = ApiObject<Stripe.InvoiceLineItem>
export type Session = ApiObject<Stripe.Checkout.Session>
export type PortalSession = ApiObject<Stripe.BillingPortal.Session>
export type PortalConfiguration = ApiObject<Stripe.BillingPortal.Configuration>
export type WebhookEndpoint = ApiObject<Stripe.WebhookEndpoint>
export type TestClock = ApiObject<Stripe.TestHelpers.TestClock>
export type LineItem = ApiObject<Stripe.LineItem>
export type Metadata = Record<string, string>

/** An event as stored and sent, with a copy of the object at that time. */
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

/** The API version of the pinned SDK. The webhook endpoint uses it too. */
export const apiVersion = '2026-10-28.endive'

/** Data of a Checkout Session that the API does not return. */
export interface Checkout {
  readonly lineItems: readonly LineItem[]
  /** The rates of tax that the invoices of the payment or of the subscription show. */
  readonly taxRates: readonly TaxRate[]
  readonly subscriptionMetadata: Metadata
  readonly subscriptionDescription: string | null
  readonly paymentMetadata: Metadata
  readonly paymentDescription: string | null
  /** The payment intent of the first attempt, reused by later ones. */
  paymentIntent: string | null
  /** The card that awaits 3-D Secure authentication. */
  pending: PendingCard | null
}

/** A card entered on a hosted page that awaits 3-D Secure authentication. */
export interface PendingCard {
  readonly paymentMethod: string
  readonly form: CardForm
}
