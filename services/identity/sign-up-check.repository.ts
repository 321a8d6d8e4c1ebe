import * as z from 'zod/mini'
import type { signUpStatuses } from '#shared/contract/identity.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { hashOf, newToken } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, type Write } from '#platform/table/write.ts'

const signUpCheckRecord = z.object({
  entity: z.literal('sign_up_check'),
  /** Null for a sign-up with the address of an account: it opened nothing that could be confirmed. */
  user_id: z.nullable(z.string()),
  expires_at: z.string(),
})

/** The item of a user: a profile, or the tombstone of a deleted account or a discarded sign-up. */
const userItem = z.object({ entity: z.string(), email_verified_at: z.optional(z.string()) })

/** Index key, beside the links of the user, so that both are deleted with the account. */
export const signUpCheckType = 'sign-up-check'

/** Creates the id of a sign-up, and the write that stores its hash. It expires when the sign-up does. */
const issue = (userId: string | null, now: Date): { id: string; write: Write } => {
  const id = newToken()
  const expiresAt = retainedUntil('unverified', now)
  const record: z.infer<typeof signUpCheckRecord> = {
    entity: 'sign_up_check',
    user_id: userId,
    expires_at: expiresAt,
  }
  const item = {
    ...record,
    ...(userId === null ? {} : keys.linksOf(userId, signUpCheckType)),
    expires_at_epoch_seconds: Math.ceil(Date.parse(expiresAt) / 1000),
  }
  return { id, write: put(keys.signUpCheck(hashOf(id)), item) }
}

/** Stores the ids with which a waiting page asks whether its sign-up has been confirmed. */
export const signUpCheckRepository = (table: Table) => ({
  /** Creates the id of a pending sign-up. The write belongs in the transaction that stores the sign-up. */
  issue: (userId: string, now: Date) => issue(userId, now),

  /**
   * Creates the id of a sign-up with the address of an existing account. Nothing can confirm such a sign-up. The write
   * belongs in the transaction that stores it.
   */
  issueUnconfirmable: (now: Date) => issue(null, now),

  /** Returns the status of a sign-up. Makes the same reads for every stored id. */
  async statusOf(id: string, now: Date): Promise<(typeof signUpStatuses)[number]> {
    const idHash = hashOf(id)
    const check = await table.find(keys.signUpCheck(idHash), signUpCheckRecord)
    if (check === undefined || check.expires_at <= now.toISOString()) return 'expired'
    // No user has the hash as an id, so this finds nothing for an id that is never confirmed.
    const user = await table.find(keys.profile(check.user_id ?? idHash), userItem)
    return user?.email_verified_at === undefined ? 'waiting' : 'confirmed'
  },
})

export type SignUpCheckRepository = ReturnType<typeof signUpCheckRepository>
