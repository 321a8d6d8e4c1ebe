import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { directoryRemovals } from '../identity/public.ts'
import { keptUntil } from '../../shared/rules/retention.ts'
import { findMember, isDeleted, type Member, stillThere } from '../platform/member.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import type { ProfileRecord, TombstoneRecord } from '../platform/table/records.ts'
import { put, type Table, type Write } from '../platform/table/table.ts'
import { nextLeaving } from './leaving.repository.ts'
import type { HeldByStripe } from './stripe-account.ts'

export const deletionRecord = z.object({
  entity: z.literal('deletion'),
  user_id: z.string(),
  /** Needed until everything that goes by it is gone, and gone itself with the last step. */
  email: z.string(),
  begun_at: z.string(),
  /** `begun`: the account is whole. `buried`: it is gone for good, and what is left of it follows. */
  stage: z.enum(['begun', 'buried']),
  customers: z.array(z.string()),
  subscriptions: z.array(z.string()),
  /** What the payments that are kept are called. */
  pseudonym: z.string(),
})
export type Deletion = z.infer<typeof deletionRecord>

/** The mail that says that the account is gone. */
export const receiptOf = ({ user_id }: Deletion): string => `account-deleted:${user_id}`

/** A deletion of which nothing has happened yet. */
export const newDeletion = (userId: string, email: string, now: Date): Deletion => ({
  entity: 'deletion',
  user_id: userId,
  email,
  begun_at: now.toISOString(),
  stage: 'begun',
  customers: [],
  subscriptions: [],
  pseudonym: randomUUID(),
})

/** The note of a deletion. */
export const writeDeletion = (deletion: Deletion): Write =>
  put(keys.deletion(deletion.user_id), { ...deletion, ...keys.deletionsBegun(deletion.begun_at) })

const together = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]

/** The mark in the place of a profile. */
export const tombstoneOf = (userId: string, now: Date) => ({
  ...({ entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() } satisfies TombstoneRecord),
  ...keys.retention(keptUntil('tombstone', now)),
})

/** The payments of somebody, by the provider's ids alone: their amounts are in its own books. */
const keptPayments = ({ passes }: Member, { pseudonym, customers, subscriptions }: Deletion, now: Date) => {
  const sessions = passes.flatMap(({ blocks }) => Object.keys(blocks))
  if (customers.length === 0 && sessions.length === 0) return []
  const item = { entity: 'kept-payments', customers, subscriptions, sessions, kept_since: now.toISOString() }
  return [put(keys.keptPayments(pseudonym), { ...item, ...keys.retention(keptUntil('payment', now)) })]
}

const receipt = ({ profile }: Member, deletion: Deletion, now: Date): Write =>
  mailWrite({
    cause: receiptOf(deletion),
    to: profile.email,
    forgetWhenSent: true,
    content: {
      template: 'account-deleted',
      name: profile.full_name,
      deletedAt: now.toISOString(),
      hadSubscription: deletion.subscriptions.length > 0,
    },
    now,
  })

/** Deletions of accounts under way, and the point at which they cannot be taken back. */
export const deletionRepository = (table: Table) => ({
  find: (userId: string): Promise<Deletion | undefined> => table.find(keys.deletion(userId), deletionRecord),
  member: (userId: string): Promise<Member | undefined> => findMember(table, userId),
  isDeleted: (userId: string): Promise<boolean> => isDeleted(table, userId),

  /**
   * Notes what is about to go, before anything does; what an earlier try has noted stays noted.
   *
   * @param leavingVersion for an admin: the version under which others were found to stay
   * @returns `stale` when another admin began to leave meanwhile, `gone` when the account is deleted already
   */
  async begin(
    { user_id, email }: ProfileRecord,
    held: HeldByStripe,
    { now, leavingVersion }: { now: Date; leavingVersion: number | undefined },
  ): Promise<Deletion | 'stale' | 'gone'> {
    const earlier = await this.find(user_id)
    const deletion: Deletion = {
      ...newDeletion(user_id, email, now),
      customers: together(earlier?.customers ?? [], held.customers),
      subscriptions: together(earlier?.subscriptions ?? [], held.subscriptions),
      ...(earlier === undefined ? {} : { pseudonym: earlier.pseudonym }),
    }
    const { lost } = await table.transact(
      stillThere(user_id, 'gone'),
      writeDeletion(deletion),
      ...(leavingVersion === undefined ? [] : [nextLeaving(leavingVersion)]),
    )
    return lost === undefined ? deletion : lost === 'gone' ? 'gone' : 'stale'
  },

  /** Forgets a deletion that has changed nothing: the account stays as it was. */
  abandon: ({ user_id }: Deletion): Promise<void> => table.delete(keys.deletion(user_id)),

  /**
   * The point of no return: a mark takes the place of the profile, so that from now on no token, no link and
   * no late event finds anybody, and the receipt is on its way. Once, however often it is tried.
   */
  async bury(member: Member, deletion: Deletion, now: Date): Promise<void> {
    await table.transact(
      put(keys.profile(deletion.user_id), tombstoneOf(deletion.user_id, now), {
        onlyIf: 'attribute_exists(pk) AND attribute_not_exists(deleted_at)',
        otherwise: 'gone',
      }),
      writeDeletion({ ...deletion, stage: 'buried' }),
      receipt(member, deletion, now),
      ...directoryRemovals({ userId: deletion.user_id, email: deletion.email }),
      ...keptPayments(member, deletion, now),
    )
  },

  /** Deletions that began before then and are not finished, oldest first. */
  async unfinished(before: Date, limit: number): Promise<Deletion[]> {
    const items = await table.listDue(keys.deletionsBegun('').gsi1pk, before.toISOString(), limit)
    return items.map((item) => deletionRecord.parse(item))
  },

  /** Everything is gone: the note of it, with the address in it, is the last. */
  finish: ({ user_id }: Deletion): Promise<void> => table.delete(keys.deletion(user_id)),
})

export type DeletionRepository = ReturnType<typeof deletionRepository>
