import type { StripeOptions } from './options.ts'

/** Returns the address of a page of Stripe's Dashboard, in the mode of the key. */
export const dashboard = ({ secretKey }: Pick<StripeOptions, 'secretKey'>, page: string): string =>
  `https://dashboard.stripe.com/${/^(?:sk|rk)_live_/.test(secretKey) ? '' : 'test/'}${page}`
