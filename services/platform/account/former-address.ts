import * as z from 'zod/mini'
import { retainedUntil } from '#shared/rules/retention.ts'
import { parseItem } from '../parse-each.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { put, remove, type Write } from '../table/write.ts'

/**
 * The time at which an account gave an address up. Data stored under the address up to then does not belong to its next
 * owner. The time is kept for as long as any data that is stored by address.
 */
const formerAddressRecord = z.object({
  entity: z.literal('former_address'),
  email: z.string(),
  user_id: z.string(),
  until: z.string(),
})
type FormerAddress = Omit<z.infer<typeof formerAddressRecord>, 'entity'>

/** A time span: after `from`, up to and including `until`. Open on a side that is absent. */
export interface Span {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Returns whether a time is within a span. */
export const isWithin = ({ from, until }: Span, at: string): boolean =>
  (from === undefined || at > from) && (until === undefined || at <= until)

/** Returns the write that records that an account gives its address up. */
export const formerAddressWrite = (former: FormerAddress): Write =>
  put(keys.formerAddress(former.email, former.until), {
    entity: 'former_address',
    ...former,
    ...keys.retention(retainedUntil('contact', new Date(former.until))),
  })

/** Returns the write that deletes the record of an address that was given up at this time. */
export const formerAddressRemoval = ({ email, until }: Pick<FormerAddress, 'email' | 'until'>): Write =>
  remove(keys.formerAddress(email, until))

/**
 * Finds when the last account that had an address gave it up. Data stored under the address after this time belongs to
 * the account that has the address now.
 */
export const findGivenUpAt = async (table: Table, email: string): Promise<string | undefined> => {
  const last = (await table.list(keys.formerAddress(email, '').pk, '')).at(-1)
  return last === undefined ? undefined : parseItem(formerAddressRecord, last).until
}
