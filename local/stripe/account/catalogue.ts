import { stableId } from './ids.ts'
import type { Price, Product, TaxRate } from './objects.ts'

/** A price for sale. The caller of `startStripe` supplies them. */
export interface PriceDefinition {
  readonly lookupKey: string
  /** In the currency's minor unit, e.g. pence. */
  readonly unitAmount: number
  readonly currency: string
  /** Null for a one-time price. */
  readonly interval: 'month' | 'year' | null
  readonly productName: string
  /**
   * The rate of VAT that the amount includes, in per cent. The metadata of the price names its tax rate. Default: none.
   */
  readonly vatPercent?: number
}

/** 1 January 2026: earlier than any time that tests set the clock to. */
export const catalogueCreated = 1_767_225_600

/** Creates a product object with Stripe's defaults. */
export const newProduct = (
  fields: Pick<Product, 'id' | 'name' | 'created' | 'default_price'> & Partial<Product>,
): Product => ({
  object: 'product',
  active: true,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: fields.created,
  url: null,
  ...fields,
})

/** Creates a tax rate with Stripe's defaults. */
export const newTaxRate = (
  fields: Pick<TaxRate, 'id' | 'display_name' | 'percentage' | 'created'> & Partial<TaxRate>,
): TaxRate => ({
  object: 'tax_rate',
  active: true,
  country: null,
  description: null,
  effective_percentage: null,
  flat_amount: null,
  inclusive: true,
  jurisdiction: null,
  jurisdiction_level: null,
  livemode: false,
  metadata: {},
  rate_type: 'percentage',
  state: null,
  tax_type: null,
  ...fields,
})

const taxRateId = (percent: number): string => stableId('txr', `vat-${percent}`)

const vatRateOf = (percent: number): TaxRate =>
  newTaxRate({
    id: taxRateId(percent),
    created: catalogueCreated,
    display_name: 'VAT',
    percentage: percent,
    country: 'GB',
    tax_type: 'vat',
    metadata: { kind: 'vat' },
  })

const productOf = ({ lookupKey, productName }: PriceDefinition): Product =>
  newProduct({
    id: stableId('prod', lookupKey),
    created: catalogueCreated,
    default_price: stableId('price', lookupKey),
    name: productName,
  })

export const recurringOf = (interval: 'month' | 'year' | null): Price['recurring'] =>
  interval && { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }

const priceOf = ({ lookupKey, unitAmount, currency, interval, vatPercent }: PriceDefinition): Price => ({
  id: stableId('price', lookupKey),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: catalogueCreated,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: lookupKey,
  metadata: vatPercent === undefined ? {} : { tax_rate: taxRateId(vatPercent) },
  nickname: null,
  product: stableId('prod', lookupKey),
  recurring: recurringOf(interval),
  tax_behavior: 'inclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: interval ? 'recurring' : 'one_time',
  unit_amount: unitAmount,
  unit_amount_decimal: String(unitAmount),
})

/** Creates products, prices and rates of VAT. Their ids depend only on the lookup keys and the rates. */
export const catalogue = (definitions: readonly PriceDefinition[]) => {
  const products = definitions.map(productOf)
  const prices = definitions.map(priceOf)
  return {
    products: new Map(products.map((product) => [product.id, product])),
    prices: new Map(prices.map((price) => [price.id, price])),
    taxRates: new Map(
      definitions.flatMap(({ vatPercent }) =>
        vatPercent === undefined ? [] : [[taxRateId(vatPercent), vatRateOf(vatPercent)] as const],
      ),
    ),
  }
}
