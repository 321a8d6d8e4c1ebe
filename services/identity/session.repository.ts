import * as z from 'zod/mini'
import { activeAccountCondition } from '#platform/account/account.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import type { UnfinishedPasswordChange } from '#platform/account/password-change.ts'
import { parseItem } from '#platform/parse-each.ts'
import { keys } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { update, type Write } from '#platform/table/write.ts'

interface SessionEnd {
  readonly validAfter: Date
  /** The sign-in whose tokens are rejected even within the same second. */
  readonly signInId: string | undefined
}

/** Fails with `stale` if the account is deleted, or its sessions have been ended at a later time. */
const endWrite = (userId: string, { validAfter, signInId }: SessionEnd, more = ''): Write<'stale'> =>
  update(
    keys.profile(userId),
    `SET tokens_valid_after = :after${signInId === undefined ? '' : ', signed_out_origin = :signIn'}${more}`,
    {
      onlyIf: `${activeAccountCondition} AND (attribute_not_exists(tokens_valid_after) OR tokens_valid_after <= :after)`,
      values: {
        ':after': validAfter.toISOString(),
        ...(signInId === undefined ? {} : { ':signIn': signInId }),
      },
      otherwise: 'stale',
    },
  )

const endOfSessions = z.object({ entity: z.string(), tokens_valid_after: z.optional(z.string()) })

/**
 * Ends the sessions of an active account, with other changes of its profile and other writes. The time never moves
 * back, because a slow request may end the sessions after a later request has.
 */
const endSessions = (
  table: Table,
  userId: string,
  { validAfter, signInId }: SessionEnd,
  {
    changes,
    writes = [],
  }: { readonly changes?: string; readonly writes?: readonly Write<'already_queued'>[] } = {},
): Promise<unknown> => {
  let latest = validAfter
  return retryOnConflict('the end of all sessions', async () => {
    const write = endWrite(userId, { validAfter: latest, signInId }, changes)
    const { failedCondition } = await table.transact(write, ...writes)
    if (failedCondition !== 'stale') return 'ended'
    const { pk, sk } = keys.profile(userId)
    const [profile] = (await table.list(pk, sk)).map((item) => parseItem(endOfSessions, item))
    if (profile?.entity !== 'profile') return 'deleted'
    latest = new Date(profile.tokens_valid_after ?? validAfter)
    return 'stale'
  })
}

/** Stores sign-in times and decides which access tokens are still valid. The user pool issues the tokens. */
export const sessionRepository = (table: Table) => ({
  /** Invalidates all access tokens of sign-ins before `validAfter`, and those of the sign-in `signInId`. */
  async end(userId: string, end: SessionEnd): Promise<void> {
    await endSessions(table, userId, end)
  },

  /**
   * Records that a change of password has begun. It can be completed after a failure, and passkeys wait for it.
   *
   * @returns false if the account has been deleted
   */
  async beginPasswordChange(
    userId: string,
    { startedAt, isSet, removedPasskeys }: UnfinishedPasswordChange,
  ): Promise<boolean> {
    const { failedCondition } = await table.transact(
      update(
        keys.profile(userId),
        'SET password_change_started_at = :started, password_change_set = :set, password_change_removed_passkeys = :removed',
        {
          onlyIf: activeAccountCondition,
          values: { ':started': startedAt, ':set': isSet, ':removed': [...removedPasskeys] },
        },
      ),
    )
    return failedCondition === undefined
  },

  /** Records that the user pool has the new password of an unfinished change. */
  async recordPasswordSet(userId: string): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'SET password_change_set = :set', {
        onlyIf: 'attribute_not_exists(deleted_at) AND attribute_exists(password_change_started_at)',
        values: { ':set': true },
      }),
    )
  },

  /** Ends all sessions, completes the change of password and queues its email, in one transaction. */
  async endAfterPasswordChange(
    userId: string,
    end: SessionEnd,
    email: Parameters<typeof emailWrite>[0],
  ): Promise<void> {
    const changes =
      ', password_changed_at = :after REMOVE password_change_started_at, password_change_set, password_change_removed_passkeys'
    // If the email is queued already, a repeat of this request has ended the sessions since the password was set.
    await endSessions(table, userId, end, { changes, writes: [emailWrite(email)] })
  },

  /** Records the time of a sign-in. */
  async recordSignIn(userId: string, now: Date): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'SET last_sign_in_at = :now', {
        onlyIf: activeAccountCondition,
        values: { ':now': now.toISOString() },
      }),
    )
  },
})

export type SessionRepository = ReturnType<typeof sessionRepository>
