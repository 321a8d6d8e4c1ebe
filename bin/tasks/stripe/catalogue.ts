import type { Stripe } from 'stripe'
import { brand } from '#shared/values/brand.ts'
import { currency, planFacts, plans, pounds, type Plan } from '#shared/values/plans.ts'
import { differingFields, type Difference } from './difference.ts'
import { findVatRate, requireVatRate } from './vat.ts'

const intervals = { month: 'month', year: 'year', pass: null } as const

/** The fields of a price that Stripe never changes. Prices include VAT, as the pages say. */
const wantedPrice = (plan: Plan) => {
  const { priceMinor, per } = planFacts[plan]
  const interval = intervals[per]
  return {
    currency,
    unit_amount: priceMinor,
    recurring: interval && { interval, interval_count: 1 },
  }
}

const wantedName = (plan: Plan): string => `${brand.name} ${planFacts[plan].name}`

const newPriceParams = (plan: Plan, product: string, taxRate: string): Stripe.PriceCreateParams => {
  const { recurring, ...price } = wantedPrice(plan)
  return {
    ...price,
    ...(recurring && { recurring: { interval: recurring.interval } }),
    product,
    tax_behavior: 'inclusive',
    // Payment pages read the tax rate from here.
    metadata: { tax_rate: taxRate },
    lookup_key: planFacts[plan].lookupKey,
    transfer_lookup_key: true,
  }
}

const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'resource_already_exists'

/** Creates the product of a plan. Its id is the lookup key, so a repeat after an error finds it. */
const ensureProduct = async (stripe: Stripe, plan: Plan): Promise<string> => {
  const id = planFacts[plan].lookupKey
  try {
    await stripe.products.create({ id, name: wantedName(plan) })
  } catch (error) {
    if (!isExisting(error)) throw error
  }
  return id
}

const productDifferences = (stripe: Stripe, plan: Plan, product: Stripe.Product): Difference[] => {
  const wanted = { name: wantedName(plan), active: true }
  const fields = differingFields(wanted, product)
  if (fields.length === 0) return []
  return [
    {
      text: `Product ${product.id}: ${fields.join('; ')}`,
      apply: async () => {
        await stripe.products.update(product.id, wanted)
        return `Changed product ${product.id}.`
      },
    },
  ]
}

/** A new price replaces one whose amount differs. The old one stays active for functions that have cached its id. */
const replacePrice = (
  stripe: Stripe,
  plan: Plan,
  product: () => Promise<string>,
  text: string,
): Difference => ({
  text,
  apply: async () => {
    const params = newPriceParams(plan, await product(), await requireVatRate(stripe))
    const { id } = await stripe.prices.create(params)
    return `Created price ${id} of ${pounds(planFacts[plan].priceMinor)} with the lookup key ${planFacts[plan].lookupKey}.`
  },
})

const priceDifferences = (
  stripe: Stripe,
  plan: Plan,
  { price, product, taxRate }: { price: Stripe.Price; product: string; taxRate: string | undefined },
): Difference[] => {
  const { lookupKey } = planFacts[plan]
  const fixed = differingFields(wantedPrice(plan), price)
  const isTaxFixed = price.tax_behavior !== 'unspecified' && price.tax_behavior !== null
  const namesRate = taxRate !== undefined && price.metadata['tax_rate'] === taxRate
  const changeable = [
    ...differingFields({ active: true, tax_behavior: 'inclusive' }, price),
    ...(namesRate ? [] : ['metadata.tax_rate does not name the tax rate of the VAT']),
  ]
  const text = `Price ${lookupKey} (${price.id}): ${[...fixed, ...changeable].join('; ')}`
  if (fixed.length > 0 || (isTaxFixed && price.tax_behavior !== 'inclusive'))
    return [replacePrice(stripe, plan, () => Promise.resolve(product), text)]
  if (changeable.length === 0) return []
  return [
    {
      text,
      apply: async () => {
        await stripe.prices.update(price.id, {
          active: true,
          tax_behavior: 'inclusive',
          metadata: { tax_rate: await requireVatRate(stripe) },
        })
        return `Changed price ${price.id}.`
      },
    },
  ]
}

const planDifferences = async (
  stripe: Stripe,
  plan: Plan,
  taxRate: string | undefined,
): Promise<Difference[]> => {
  const { lookupKey } = planFacts[plan]
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1, expand: ['data.product'] })
  const [price] = data
  if (price === undefined)
    return [
      replacePrice(stripe, plan, () => ensureProduct(stripe, plan), `Price ${lookupKey} does not exist`),
    ]
  const { product } = price
  if (typeof product === 'string' || product.deleted)
    throw new Error(`Stripe did not return the product of the price ${price.id}.`)
  return [
    ...productDifferences(stripe, plan, product),
    ...priceDifferences(stripe, plan, { price, product: product.id, taxRate }),
  ]
}

/** Compares the products and prices with the plans. Prices are found by lookup key. */
export const catalogueDifferences = async (stripe: Stripe): Promise<Difference[]> => {
  const found: Difference[] = []
  const taxRate = (await findVatRate(stripe))?.id
  for (const plan of plans) found.push(...(await planDifferences(stripe, plan, taxRate)))
  return found
}
