import * as z from 'zod'
import { control, query } from './control.ts'

const item = z.record(z.string(), z.unknown())
export type StoredItem = z.infer<typeof item>

/** Returns the stored items of a partition, or only the item with this sort key. */
export const stored = (pk: string, sk?: string): Promise<StoredItem[]> =>
  control('GET', `items${query({ pk, sk })}`, z.array(item))

/** Returns the names of the objects in the library bucket that start with this prefix. */
export const objects = (prefix: string) =>
  control('GET', `objects${query({ prefix })}`, z.array(z.object({ key: z.string() })))

/** Returns every item in the table, to check that nothing of a deleted account is left. */
export const everythingStored = (): Promise<StoredItem[]> => control('GET', 'all-items', z.array(item))
