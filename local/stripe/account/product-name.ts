import type { Account } from './account.ts'
import type { Price } from './objects.ts'

/** Returns the product name of a price. */
export const productNameOf = (account: Account, price: Price): string =>
  account.products.get(price.product)?.name ?? price.id
