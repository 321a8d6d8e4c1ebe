import * as z from 'zod'
import type { Account } from '../../account/account.ts'
import { invalid, missing, noSuch } from '../../account/errors.ts'
import { newId } from '../../account/ids.ts'
import {
  expandOnly,
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '../../account/params.ts'
import { checkConsent, consentFieldsOf, consentParams, customTextParams } from './consent.ts'
import { customerParam } from '../../account/customers.ts'
import { productNameOf } from '../../account/product-name.ts'
import { taxRatesParam } from '../../account/tax-rates.ts'
import { taxIn } from '../../billing/tax.ts'
import type { LineItem, Session, TaxRate } from '../../account/objects.ts'

export const createSessionParams = z.strictObject({
  ...expandOnly,
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  allowed_payment_method_types: listOf(oneOf('bacs_debit', 'card')).optional(),
  automatic_tax: z.strictObject({ enabled: oneOf('false') }).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  ...consentParams,
  custom_text: customTextParams.optional(),
  customer: text.optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_email: text.optional(),
  expires_at: integer.optional(),
  invoice_creation: z
    .strictObject({
      enabled: flag,
      invoice_data: z.strictObject({ metadata: metadata.optional() }).optional(),
    })
    .optional(),
  line_items: listOf(
    z.strictObject({ price: text, quantity: integer.optional(), tax_rates: listOf(text).optional() }),
  ).optional(),
  locale: oneOf('auto', 'en', 'en-GB').optional(),
  metadata: metadata.optional(),
  mode: oneOf('payment', 'subscription'),
  payment_intent_data: z
    .strictObject({ description: text.optional(), metadata: metadata.optional() })
    .optional(),
  submit_type: oneOf('auto', 'pay').optional(),
  subscription_data: z
    .strictObject({
      billing_mode: z.strictObject({ type: oneOf('flexible') }).optional(),
      default_tax_rates: listOf(text).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  success_url: text.optional(),
  ui_mode: oneOf('hosted_page').optional(),
})
export type CreateSessionParams = z.infer<typeof createSessionParams>

/** Limits of `expires_at`, in seconds (default: the maximum): https://docs.stripe.com/api/checkout/sessions/create. */
const minLifetimeSeconds = 30 * 60
const maxLifetimeSeconds = 24 * 3600

const lineItemOf = (
  account: Account,
  mode: Session['mode'],
  index: number,
  sent: { price: string; quantity?: number },
  rates: readonly TaxRate[],
): LineItem => {
  const price = account.prices.get(sent.price)
  const param = `line_items[${index}][price]`
  if (!price) throw noSuch('price', sent.price, param)
  const { quantity } = sent
  if (quantity === undefined) throw missing(`line_items[${index}][quantity]`)
  if (quantity < 1)
    throw invalid('Invalid positive integer', `line_items[${index}][quantity]`, 'parameter_invalid_integer')
  if (mode === 'payment' && price.recurring)
    throw invalid(
      'You must provide one-time prices in `payment` mode but not recurring prices.',
      'line_items',
    )
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: taxIn(amount, rates),
    amount_total: amount,
    currency: price.currency,
    description: productNameOf(account, price),
    metadata: {},
    price,
    quantity,
  }
}

/** Returns the tax rates of a line of a payment, or of a subscription and its later invoices. */
const taxRatesOf = (account: Account, params: CreateSessionParams): TaxRate[] => {
  const [item] = params.line_items ?? []
  if (params.mode === 'payment') return taxRatesParam(account, item?.tax_rates, 'line_items[0][tax_rates]')
  if (item?.tax_rates)
    throw invalid(
      'The local Stripe emulator supports tax rates of subscriptions in subscription_data[default_tax_rates] only.',
      'line_items[0][tax_rates]',
    )
  const param = 'subscription_data[default_tax_rates]'
  return taxRatesParam(account, params.subscription_data?.default_tax_rates, param)
}

const lineItemsOf = (
  account: Account,
  params: CreateSessionParams,
  rates: readonly TaxRate[],
): LineItem[] => {
  const sent = params.line_items ?? []
  if (sent.length === 0) throw missing('line_items')
  const items = sent.map((item, index) => lineItemOf(account, params.mode, index, item, rates))
  if (params.mode === 'subscription' && !items.some((item) => item.price?.recurring))
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  if (params.mode === 'subscription' && items.length > 1)
    throw invalid('The local Stripe emulator supports one price per subscription.', 'line_items')
  return items
}

const checkCombination = (params: CreateSessionParams): void => {
  const { mode } = params
  if (!params.success_url) throw missing('success_url')
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  if (mode === 'subscription' && params.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data')
  if (mode === 'subscription' && params.customer_creation)
    throw invalid('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation')
  if (mode === 'subscription' && params.invoice_creation)
    throw invalid(
      'You can only enable invoice creation when `mode` is set to `payment`. Invoices are created automatically when `mode` is set to `subscription`.',
      'invoice_creation',
    )
  if (mode === 'payment' && params.subscription_data)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  for (const [param, value] of Object.entries({
    success_url: params.success_url,
    cancel_url: params.cancel_url,
  }))
    if (value && !URL.canParse(value)) throw invalid('Not a valid URL', param, 'url_invalid')
}

const expiryOf = (account: Account, sent: number | undefined): number => {
  const now = account.now()
  if (sent === undefined) return now + maxLifetimeSeconds
  // Allows one minute for clock differences.
  if (sent < now + minLifetimeSeconds - 60 || sent > now + maxLifetimeSeconds + 60)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return sent
}

const customerFieldsOf = (account: Account, params: CreateSessionParams) => {
  const customer = params.customer === undefined ? undefined : customerParam(account, params.customer)
  const email = customer?.email ?? params.customer_email
  const details: Session['customer_details'] = {
    address: null,
    business_name: null,
    email: email ?? null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
  return {
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: params.mode === 'payment' ? (params.customer_creation ?? 'if_required') : null,
    customer_details: email ? details : null,
    customer_email: params.customer_email ?? null,
  }
}

/** Fields that the emulator never fills. */
const unused = {
  after_expiration: null,
  allow_promotion_codes: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  currency_conversion: null,
  discounts: [],
  integration_identifier: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  presentment_details: undefined,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  wallet_options: null,
}

const invoiceCreationOf = ({ invoice_creation: sent }: CreateSessionParams): Session['invoice_creation'] =>
  sent === undefined
    ? null
    : {
        enabled: sent.enabled,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: null,
          footer: null,
          issuer: null,
          metadata: mergeMetadata({}, sent.invoice_data?.metadata),
          rendering_options: null,
        },
      }

const sessionOf = (account: Account, params: CreateSessionParams, items: readonly LineItem[]): Session => {
  const id = newId('cs_test', 58)
  const total = items.reduce((sum, item) => sum + item.amount_total, 0)
  return {
    ...unused,
    ...customerFieldsOf(account, params),
    ...consentFieldsOf(params),
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: account.now(),
    currency: items[0]?.currency ?? null,
    custom_fields: [],
    expires_at: expiryOf(account, params.expires_at),
    invoice: null,
    invoice_creation: invoiceCreationOf(params),
    livemode: false,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    payment_intent: null,
    payment_method_collection: params.mode === 'payment' ? 'if_required' : 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'bacs_debit'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: {
      amount_discount: 0,
      amount_shipping: 0,
      amount_tax: items.reduce((sum, item) => sum + item.amount_tax, 0),
    },
    ui_mode: 'hosted_page',
    url: `${account.url}/c/pay/${id}`,
  }
}

/** Creates a Checkout Session. Its hosted page accepts payment until it expires. */
export const addSession = (account: Account, params: CreateSessionParams): Session => {
  checkCombination(params)
  checkConsent(account, params)
  const taxRates = taxRatesOf(account, params)
  const lineItems = lineItemsOf(account, params, taxRates)
  const session = sessionOf(account, params, lineItems)
  account.sessions.set(session.id, session)
  account.checkouts.set(session.id, {
    lineItems,
    taxRates,
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    paymentMetadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    paymentDescription: params.payment_intent_data?.description ?? null,
    paymentIntent: null,
    pending: null,
  })
  return session
}
