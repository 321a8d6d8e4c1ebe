import type { Stripe } from 'stripe'
import { isLive } from '#shared/rules/entitlement.ts'
import { pounds, vatPercent } from '#shared/values/plans.ts'
import type { Difference } from './difference.ts'
import type { Finding } from './terms.ts'

/** Tax rates have no lookup key, so their metadata distinguishes ours from others. */
const ours = { kind: 'vat' }

const wanted = { display_name: 'VAT', percentage: vatPercent, inclusive: true, country: 'GB' } as const

/** Finds the active tax rate for the VAT that the prices include. Stripe never changes the percentage of a rate. */
export const findVatRate = async (stripe: Stripe): Promise<Stripe.TaxRate | undefined> => {
  for await (const rate of stripe.taxRates.list({ active: true, inclusive: true, limit: 100 })) {
    const { metadata, percentage, country } = rate
    if (metadata?.['kind'] === ours.kind && percentage === wanted.percentage && country === wanted.country)
      return rate
  }
  return undefined
}

/** Returns the tax rate, which must have been created before. */
export const requireVatRate = async (stripe: Stripe): Promise<string> => {
  const rate = await findVatRate(stripe)
  if (rate === undefined) throw new Error('Stripe has no tax rate for the VAT.')
  return rate.id
}

const missingRate = (stripe: Stripe): Difference => ({
  text: `Tax rate of ${vatPercent} % VAT does not exist`,
  apply: async () => {
    const { id } = await stripe.taxRates.create({ ...wanted, tax_type: 'vat', metadata: ours })
    return `Created tax rate ${id} of ${vatPercent} % VAT. A tax rate that it replaces stays active for open payment pages.`
  },
})

interface Outdated {
  /** Subscriptions whose rates can be set. */
  readonly running: string[]
  /**
   * Subscriptions with a schedule, which sets the tax rates that the subscription had when the schedule was created.
   */
  readonly scheduled: string[]
}

/**
 * Finds the running subscriptions whose invoices do not show this VAT, because they were bought before the tax rate
 * existed. Leaves out subscriptions whose first payment never succeeded, which Stripe does not change.
 */
const subscriptionsWithout = async (stripe: Stripe, rate: string | undefined): Promise<Outdated> => {
  const found: Outdated = { running: [], scheduled: [] }
  for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
    const hasRate = (subscription.default_tax_rates ?? []).some(({ id }) => id === rate)
    if (hasRate || !isLive(subscription)) continue
    found[subscription.schedule === null ? 'running' : 'scheduled'].push(subscription.id)
  }
  return found
}

/** Compares the tax rate of the account, and the rates of running subscriptions, with the VAT that prices include. */
export const vatDifferences = async (stripe: Stripe): Promise<Difference[]> => {
  const rate = await findVatRate(stripe)
  const { running, scheduled } = await subscriptionsWithout(stripe, rate?.id)
  return [
    ...(rate === undefined ? [missingRate(stripe)] : []),
    ...(running.length === 0
      ? []
      : [
          {
            text: `Invoices of ${running.length} running subscriptions do not show ${vatPercent} % VAT`,
            apply: async () => {
              const default_tax_rates = [await requireVatRate(stripe)]
              for (const id of running) await stripe.subscriptions.update(id, { default_tax_rates })
              return `Set the tax rate of ${running.length} running subscriptions.`
            },
          },
        ]),
    ...(scheduled.length === 0
      ? []
      : [
          {
            text: `Invoices of ${scheduled.length} subscriptions with a scheduled change of plan do not show ${vatPercent} % VAT: run this again after the changes`,
          },
        ]),
  ]
}

interface InvoiceCheck {
  /** The property that the invoice must show. */
  readonly what: string
  readonly isShown: (invoice: Stripe.Invoice) => boolean
  /** Total in pence above which invoices are checked. Default: all are. */
  readonly above?: number
}

/** Checks a property of the latest paid invoice. */
const findOnInvoice = async (
  stripe: Stripe,
  { what, isShown, above = 0 }: InvoiceCheck,
): Promise<Finding> => {
  const kind = above === 0 ? '' : ` above ${pounds(above)}`
  const { data } = await stripe.invoices.list({ status: 'paid', limit: 100 })
  const latest = data.find(({ total }) => total > above)
  if (latest === undefined) return { state: 'unknown', evidence: `No invoice${kind} has been paid yet` }
  const subject = `The latest paid invoice${kind}, ${latest.id},`
  return isShown(latest)
    ? { state: 'confirmed', evidence: `${subject} shows ${what}` }
    : { state: 'contradicted', evidence: `${subject} does not show ${what}` }
}

export const findVatNumber = (stripe: Stripe): Promise<Finding> =>
  findOnInvoice(stripe, {
    what: 'the VAT number of the firm',
    isShown: ({ account_tax_ids: ids }) => (ids ?? []).length > 0,
  })

export const findVat = (stripe: Stripe): Promise<Finding> =>
  findOnInvoice(stripe, {
    what: 'VAT that the total includes',
    isShown: ({ total_taxes: taxes }) =>
      (taxes ?? []).some(({ amount, tax_behavior: behaviour }) => amount > 0 && behaviour === 'inclusive'),
  })

/** Above this total, in pence, a VAT invoice needs the name and address of the customer: VAT Notice 700, section 16. */
const simplifiedUpTo = 250_00

export const findCustomerDetails = (stripe: Stripe): Promise<Finding> =>
  findOnInvoice(stripe, {
    what: 'the name and address of the customer',
    isShown: ({ customer_name: name, customer_address: address }) =>
      name !== null && Boolean(address?.line1 ?? address?.line2) && Boolean(address?.postal_code),
    above: simplifiedUpTo,
  })
