import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { sameSessions } from '#platform/account/same-sessions.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys, passkeyPrefix } from '#platform/table/keys.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, remove, update } from '#platform/table/write.ts'
import { challengeRemoval, issueChallenge, type Purpose } from './challenge.ts'
import { issueGrant } from './grant.repository.ts'

export const passkeyRecord = z.object({
  entity: z.literal('passkey'),
  user_id: z.string(),
  /** SHA-256 of the credential id, which can be longer than a sort key. */
  id: z.string(),
  credential_id: z.string(),
  /** COSE key, base64url. */
  public_key: z.string(),
  /** Signatures that the authenticator reported. Stays 0 for synced passkeys. */
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  /** True if the passkey may exist on other devices too. It can change after it was added. */
  synced: z.boolean(),
  created_at: z.string(),
  last_used_at: z.optional(z.string()),
})
export type PasskeyRecord = z.infer<typeof passkeyRecord>

/** A passkey as the browser created it. */
export type NewPasskey = Pick<
  PasskeyRecord,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'synced'
>

/** Facts that a verified sign-in reports about its passkey. */
export interface Use {
  readonly challenge: string
  readonly counter: number
  readonly synced: boolean
}

interface Change {
  readonly owner: ProfileRecord
  /** Address of the page that lists the passkeys. */
  readonly link: string
  readonly now: Date
}

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRecord): Passkey => ({
  id,
  name,
  createdAt: created_at,
  lastUsedAt: last_used_at ?? null,
})

const passkeyEmailWrite = (
  change: 'added' | 'removed',
  { id, name }: PasskeyRecord,
  { owner, link, now }: Change,
) =>
  emailWrite({
    cause: `passkey-${change}:${id}`,
    to: owner.email,
    content: {
      template: 'passkey-changed',
      name: owner.full_name,
      change,
      passkey: name,
      changed_at: now.toISOString(),
      link,
    },
    now,
  })

/**
 * Records a verified sign-in, consumes its challenge and creates a grant for one sign-in at the user pool. Returns the
 * token of the grant; `expired` if the challenge or the counter was used in the meantime, `gone` if the account was
 * removed.
 */
const recordUse = async (
  table: Table,
  { user_id: userId, id, counter }: PasskeyRecord,
  use: Use,
  now: Date,
): Promise<{ readonly grant: string } | 'expired' | 'gone'> => {
  const { token, write } = issueGrant(userId, now)
  const { failedCondition } = await table.transact(
    challengeRemoval({ kind: 'sign-in' }, use.challenge, now),
    update(keys.passkey(userId, id), 'SET #counter = :next, synced = :synced, last_used_at = :now', {
      onlyIf: '#counter = :counter',
      names: { '#counter': 'counter' },
      values: {
        ':counter': counter,
        ':next': use.counter,
        ':synced': use.synced,
        ':now': now.toISOString(),
      },
      otherwise: 'expired',
    }),
    requireActiveAccount(userId, 'gone'),
    write,
  )
  if (failedCondition === undefined) return { grant: token }
  return failedCondition === 'gone' ? 'gone' : 'expired'
}

const additionsRecord = z.object({ passkey_additions: z.optional(z.number()) })

/** Counts an addition, if none was counted since `before` was read and the sessions of the owner are the same. */
const additionWrite = (owner: ProfileRecord, before: number | undefined, now: Date) => {
  const { onlyIf, values } = sameSessions(owner, now)
  const isSame =
    before === undefined ? 'attribute_not_exists(passkey_additions)' : 'passkey_additions = :before'
  return update(keys.profile(owner.user_id), 'SET passkey_additions = :after', {
    onlyIf: `${onlyIf} AND ${isSame}`,
    values: {
      ...values,
      ':after': (before ?? 0) + 1,
      ...(before === undefined ? {} : { ':before': before }),
    },
    otherwise: 'owner',
  })
}

/** Stores passkeys in the partition of their account, and the challenges of the two ceremonies. */
export const passkeyRepository = (table: Table) => {
  const find = (userId: string, id: string) => table.find(keys.passkey(userId, id), passkeyRecord)
  const additionsOf = async (userId: string) =>
    (await table.find(keys.profile(userId), additionsRecord))?.passkey_additions
  return {
    issueChallenge: (purpose: Purpose, now: Date) => issueChallenge(table, purpose, now),

    /** Lists the passkeys of an account, oldest first. */
    async list(userId: string): Promise<PasskeyRecord[]> {
      const items = await table.list(keys.passkey(userId, '').pk, passkeyPrefix)
      return items
        .map((item) => parseItem(passkeyRecord, item))
        .toSorted((a, b) => compareCodeUnits(a.created_at, b.created_at))
    },

    /** Finds the passkey of this account with this credential id. */
    findByCredential: (userId: string, credentialId: string) => find(userId, hashOf(credentialId)),

    /** Stores a passkey, consumes its challenge and queues the email. Never exceeds the maximum. */
    add(
      created: NewPasskey,
      challenge: string,
      change: Change,
    ): Promise<PasskeyRecord | 'expired' | 'exists' | 'full' | 'gone'> {
      const { owner, now } = change
      const passkey: PasskeyRecord = {
        entity: 'passkey',
        user_id: owner.user_id,
        id: hashOf(created.credential_id),
        ...created,
        created_at: now.toISOString(),
      }
      return retryOnConflict('the passkeys of an account', async () => {
        // Read before the list, so that the write fails if a passkey is added in between.
        const additions = await additionsOf(owner.user_id)
        if ((await this.list(owner.user_id)).length >= maxPasskeys) return 'full'
        const { failedCondition } = await table.transact(
          challengeRemoval({ kind: 'add', userId: owner.user_id }, challenge, now),
          putNew(keys.passkey(owner.user_id, passkey.id), passkey, 'exists'),
          additionWrite(owner, additions, now),
          passkeyEmailWrite('added', passkey, change),
        )
        if (failedCondition === undefined) return passkey
        if (failedCondition !== 'owner') return failedCondition === 'expired' ? 'expired' : 'exists'
        return (await additionsOf(owner.user_id)) === additions ? 'gone' : 'stale'
      })
    },

    /** Removes a passkey and queues the email. Returns false if the account has no such passkey. */
    async remove(id: string, change: Change): Promise<boolean> {
      const { user_id: userId } = change.owner
      const passkey = await find(userId, id)
      if (passkey === undefined) return false
      const { failedCondition } = await table.transact(
        remove(keys.passkey(userId, id), { onlyIf: 'attribute_exists(pk)' }),
        requireActiveAccount(userId, 'gone'),
        passkeyEmailWrite('removed', passkey, change),
      )
      return failedCondition === undefined
    },

    /** Removes all passkeys of an account. Queues no email: the email about the new password names them. */
    async removeAll(userId: string): Promise<void> {
      for (const { id } of await this.list(userId)) await table.delete(keys.passkey(userId, id))
    },

    recordUse: (passkey: PasskeyRecord, use: Use, now: Date) => recordUse(table, passkey, use, now),
  }
}

export type PasskeyRepository = ReturnType<typeof passkeyRepository>
