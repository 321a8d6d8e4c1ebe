import { isNewContact } from '#shared/rules/pass.ts'
import { errorFields, log } from '../log.ts'
import type { Key } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { update } from '../table/write.ts'

/** A pass that waits for its start, with its key. */
interface ContactedPass {
  readonly key: Key
  readonly startedAt?: string | undefined
  readonly lastSeenAt?: string | undefined
}

/**
 * Records that the holder of a pass has contacted the server, at most once a minute and not after the start. It leaves
 * the version unchanged, so that it never makes another writer repeat its work. Never throws.
 */
export const recordPassContact = async (table: Table, pass: ContactedPass, now: Date): Promise<void> => {
  if (!isNewContact(pass, now)) return
  try {
    await table.transact(
      update(pass.key, 'SET last_seen_at = :now', {
        onlyIf: 'attribute_exists(pk)',
        values: { ':now': now.toISOString() },
      }),
    )
  } catch (error) {
    // The caller only asks about their access. Without this record a reply counts as unseen until the holder is back.
    log.warn('contact of a pass holder not recorded', errorFields(error))
  }
}
