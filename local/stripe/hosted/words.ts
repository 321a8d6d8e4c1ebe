import type { PaymentMethod } from '../wire.ts'

/** `5000`, `gbp` → `£50.00`. */
export const money = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)

/** Epoch seconds → `5 March 2030`, as the calendar stands in London. */
export const day = (epochSeconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(
    epochSeconds * 1000,
  )

/** `Visa ending in 4242, expires 12/2030`. */
export const cardName = ({ card }: PaymentMethod): string => {
  if (!card) return 'A payment method that is no card'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} ending in ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
}
