import * as z from 'zod'
import { control, query } from './control.ts'

const item = z.record(z.string(), z.unknown())
export type StoredItem = z.infer<typeof item>

/** The items of a partition, or the one with this sort key: what is really in the table. */
export const stored = (pk: string, sk?: string): Promise<StoredItem[]> =>
  control('GET', `items${query({ pk, sk })}`, z.array(item))

/** The names of the objects in the library bucket that start with this prefix. */
export const objects = (prefix: string) =>
  control('GET', `objects${query({ prefix })}`, z.array(z.object({ key: z.string() })))

/** Everything in the table: to see that nothing is left of somebody. */
export const everythingStored = (): Promise<StoredItem[]> => control('GET', 'all-items', z.array(item))
