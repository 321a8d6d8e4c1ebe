import * as z from 'zod'
import { keys } from '../platform/table/keys.ts'
import { put, type Table, type Write } from '../platform/table/table.ts'

const guardRecord = z.object({ version: z.number() })
const someone = z.object({ entity: z.string(), user_id: z.string() })

/** The part of a transaction by which an admin begins to leave: of two at once one loses with `stale`. */
export const nextLeaving = (version: number): Write =>
  put(
    keys.leavingAdmins(),
    { entity: 'leaving-admins', version: version + 1 },
    version === 0
      ? { onlyIf: 'attribute_not_exists(pk)', otherwise: 'stale' }
      : { onlyIf: 'version = :version', values: { ':version': version }, otherwise: 'stale' },
  )

/** Which admins leave, so that one stays. */
export const leavingRepository = (table: Table) => ({
  /** How often an admin has begun to leave so far. */
  async version(): Promise<number> {
    return (await table.find(keys.leavingAdmins(), guardRecord))?.version ?? 0
  },

  /**
   * Is there one of these people who stays: neither deleted nor about to be? The notes are read first: one that
   * is finished by then has left its mark already.
   */
  async doesAnyStay(userIds: readonly string[]): Promise<boolean> {
    const read = (keyOf: typeof keys.deletion) => table.findMany(userIds.map(keyOf), someone)
    const leaving = new Set((await read(keys.deletion)).map(({ user_id }) => user_id))
    const profiles = await read(keys.profile)
    return profiles.some(({ entity, user_id }) => entity === 'profile' && !leaving.has(user_id))
  },
})

export type LeavingRepository = ReturnType<typeof leavingRepository>
