/** Formats an amount that Stripe charges: `5000`, `gbp` → `£50.00`. */
export const moneyText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)
