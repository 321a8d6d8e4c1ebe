import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'

const isActive = 'attribute_exists(pk) AND attribute_not_exists(deleted_at)'

/** Stores sign-in times and decides which access tokens are still valid. The user pool issues the tokens. */
export const sessionRepository = (table: Table) => ({
  /**
   * Invalidates all access tokens of sign-ins before `validAfter`, and those of the sign-in `origin`. Queues
   * `email`, if given, in the same transaction.
   */
  async end(
    userId: string,
    { validAfter, origin }: { validAfter: Date; origin: string | undefined },
    email?: Parameters<typeof emailWrite>[0],
  ): Promise<void> {
    const end = update(
      keys.profile(userId),
      `SET tokens_valid_after = :after${origin === undefined ? '' : ', signed_out_origin = :origin'}`,
      {
        onlyIf: isActive,
        values: {
          ':after': validAfter.toISOString(),
          ...(origin === undefined ? {} : { ':origin': origin }),
        },
      },
    )
    await table.transact(end, ...(email === undefined ? [] : [emailWrite(email)]))
  },

  /** Records the time of a sign-in. */
  async recordSignIn(userId: string, now: Date): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'SET last_sign_in_at = :now', {
        onlyIf: isActive,
        values: { ':now': now.toISOString() },
      }),
    )
  },
})

export type SessionRepository = ReturnType<typeof sessionRepository>
