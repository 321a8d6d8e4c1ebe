import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'

/** Records that an admin has entered the second factor after the sign-in `session-1`. It counts for an hour. */
export const passSecondFactor = (table: Table, userId: string, now: Date): Promise<unknown> =>
  table.put(keys.stepUp(userId, 'session-1'), {
    entity: 'step_up',
    sign_in: 'session-1',
    passed_at: now.toISOString(),
    valid_until: new Date(now.getTime() + 3600_000).toISOString(),
    expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + 3600,
  })
