import type { Invoice, TaxRate } from '../account/objects.ts'

/** Returns the tax that an amount in pence includes. */
export const taxIn = (amount: number, rates: readonly TaxRate[]): number =>
  rates.reduce((sum, { percentage }) => sum + Math.round((amount * percentage) / (100 + percentage)), 0)

/** Returns the taxes of an invoice or of one of its lines. All rates are included in the amount. */
export const taxesOf = (amount: number, rates: readonly TaxRate[]): NonNullable<Invoice['total_taxes']> =>
  rates.map((rate) => ({
    amount: taxIn(amount, [rate]),
    tax_behavior: 'inclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'not_available',
    taxable_amount: amount - taxIn(amount, [rate]),
    type: 'tax_rate_details',
  }))
