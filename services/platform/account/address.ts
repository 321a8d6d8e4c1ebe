import * as z from 'zod/mini'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'

/** The account that has confirmed an email address. Written when the address is confirmed, deleted with the account. */
export const addressRecord = z.object({
  entity: z.literal('address'),
  email: z.string(),
  user_id: z.string(),
  /** ISO time. */
  confirmed_at: z.string(),
})
export type AddressRecord = z.infer<typeof addressRecord>

/** Finds the id of the account that has confirmed this address. Strongly consistent. */
export const findIdByAddress = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.find(keys.address(email), addressRecord))?.user_id
