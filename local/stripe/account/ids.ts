import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')

/** Creates a random id, e.g. `cus_Rk3…`. In test mode, Stripe's session ids have the prefix `cs_test`. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${letters(randomBytes(length))}`

/** Derives an id from a name, so that prices and products keep their ids after a restart. */
export const stableId = (prefix: string, name: string): string =>
  `${prefix}_${letters(createHash('sha256').update(name).digest()).slice(0, 24)}`
