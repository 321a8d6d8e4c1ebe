import { directoryRemovals } from '../identity/public.ts'
import { keys } from '../platform/table/keys.ts'
import { put, type Table } from '../platform/table/table.ts'
import { type Deletion, newDeletion, tombstoneOf, writeDeletion } from './deletion.repository.ts'

/**
 * Buries a sign-up whose address nobody has verified, unless somebody does at this moment.
 *
 * @returns what is left to do; `undefined` when there is nothing to bury
 */
export const buryUnverified = async (
  table: Table,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<Deletion | undefined> => {
  const deletion: Deletion = { ...newDeletion(userId, email, now), stage: 'buried' }
  const { lost } = await table.transact(
    put(keys.profile(userId), tombstoneOf(userId, now), {
      onlyIf:
        'attribute_exists(pk) AND attribute_not_exists(deleted_at) AND attribute_not_exists(email_verified_at) AND gsi2sk < :now',
      values: { ':now': now.toISOString() },
    }),
    writeDeletion(deletion),
    ...directoryRemovals({ userId, email }),
  )
  return lost === undefined ? deletion : undefined
}
