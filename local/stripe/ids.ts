import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')

/** A new id, e.g. `cus_Rk3…`; sessions carry `cs_test_` as in Stripe's test mode. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${letters(randomBytes(length))}`

/** The same id for the same name in every run: prices and products must not change on a restart. */
export const stableId = (prefix: string, name: string): string =>
  `${prefix}_${letters(createHash('sha256').update(name).digest()).slice(0, 24)}`
