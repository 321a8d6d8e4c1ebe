import { hashOf, newToken } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove, type Write } from '#platform/table/write.ts'

/** Lifetime of a grant, in seconds. The pool's trigger consumes it immediately after the passkey has been verified. */
const grantSeconds = 60

/** The item names no user. The user is only part of the key, which is a hash. */
const keyOf = (userId: string, token: string) => keys.passkeyGrant(hashOf(`${userId} ${token}`))

/** Creates a grant for one sign-in: its token, and the write that stores it. */
export const issueGrant = (
  userId: string,
  now: Date,
): { readonly token: string; readonly write: Write<never> } => {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + grantSeconds * 1000)
  const item = {
    entity: 'passkey_grant',
    expires_at: expiresAt.toISOString(),
    expires_at_epoch_seconds: Math.ceil(expiresAt.getTime() / 1000),
  }
  return { token, write: put(keyOf(userId, token), item) }
}

/** Checks the grants with which the user pool issues tokens after a passkey has been verified. */
export const passkeyGrants = (table: Table) => ({
  /**
   * Consumes a grant atomically. Returns true to exactly one of several concurrent callers.
   *
   * @param further writes that belong to the sign-in
   */
  async consume(token: string, userId: string, now: Date, ...further: readonly Write[]): Promise<boolean> {
    const { failedCondition } = await table.transact(
      remove(keyOf(userId, token), {
        onlyIf: 'expires_at > :now',
        values: { ':now': now.toISOString() },
      }),
      ...further,
    )
    return failedCondition === undefined
  },
})

export type PasskeyGrants = ReturnType<typeof passkeyGrants>
