import { mailWrite } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import { type Table, update } from '../platform/table/table.ts'

const isThere = 'attribute_exists(pk) AND attribute_not_exists(deleted_at)'

/** What the table knows of sign-ins: the pool keeps tokens, this decides which of them still count. */
export const sessionRepository = (table: Table) => ({
  /**
   * Refuses every access token of sign-ins before `validAfter`, and those of the sign-in `origin`. With
   * `mail`, tells the person why.
   */
  async end(
    userId: string,
    { validAfter, origin }: { validAfter: Date; origin: string | undefined },
    mail?: Parameters<typeof mailWrite>[0],
  ): Promise<void> {
    const end = update(
      keys.profile(userId),
      `SET tokens_valid_after = :after${origin === undefined ? '' : ', signed_out_origin = :origin'}`,
      {
        onlyIf: isThere,
        values: {
          ':after': validAfter.toISOString(),
          ...(origin === undefined ? {} : { ':origin': origin }),
        },
      },
    )
    await table.transact(end, ...(mail === undefined ? [] : [mailWrite(mail)]))
  },

  /** Notes that the person has just signed in. */
  async begun(userId: string, now: Date): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'SET last_sign_in_at = :now', {
        onlyIf: isThere,
        values: { ':now': now.toISOString() },
      }),
    )
  },
})

export type SessionRepository = ReturnType<typeof sessionRepository>
