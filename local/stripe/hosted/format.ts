import type { PaymentMethod } from '../account/objects.ts'

/** Formats an amount in the minor unit: `5000`, `gbp` → `£50.00`. */
export const money = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)

/** Formats epoch seconds as a date in London: `5 March 2030`. */
export const day = (epochSeconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(
    epochSeconds * 1000,
  )

/** Describes a card: `Visa ending in 4242, expires 12/2030`. */
export const cardName = ({ card }: PaymentMethod): string => {
  if (!card) return 'A payment method other than a card'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
}
