/** Formats an amount that Stripe charges: `5000`, `gbp` → `£50.00`. Default: pounds. */
export const moneyText = (minor: number, currency = 'gbp'): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)
