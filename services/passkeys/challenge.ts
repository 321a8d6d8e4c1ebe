import { passkeyChallengeSeconds } from '#shared/values/passkeys.ts'
import { hashOf, newToken } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { remove, type Write } from '#platform/table/write.ts'

/** The ceremony that a challenge is for. A challenge for adding a passkey belongs to an account. */
export type Purpose = { readonly kind: 'add'; readonly userId: string } | { readonly kind: 'sign-in' }

/** The key depends on the purpose, so that a challenge is found only in its own ceremony. The item names no user. */
const keyOf = (purpose: Purpose, challenge: string) =>
  keys.passkeyChallenge(
    hashOf([purpose.kind, purpose.kind === 'add' ? purpose.userId : '', challenge].join(' ')),
  )

/** Stores a new challenge and returns it: 256 random bits. */
export const issueChallenge = async (table: Table, purpose: Purpose, now: Date): Promise<string> => {
  const challenge = newToken()
  const expiresAt = new Date(now.getTime() + passkeyChallengeSeconds * 1000)
  await table.put(keyOf(purpose, challenge), {
    entity: 'passkey_challenge',
    expires_at: expiresAt.toISOString(),
    expires_at_epoch_seconds: Math.ceil(expiresAt.getTime() / 1000),
  })
  return challenge
}

/** Returns the write that consumes a challenge. It fails with `expired` if the challenge was used or has expired. */
export const challengeRemoval = (purpose: Purpose, challenge: string, now: Date): Write<'expired'> =>
  remove(keyOf(purpose, challenge), {
    onlyIf: 'expires_at > :now',
    values: { ':now': now.toISOString() },
    otherwise: 'expired',
  })
