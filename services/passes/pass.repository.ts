import * as z from 'zod/mini'
import type { EmailContent } from '#shared/contract/email.ts'
import { passInUse } from '#shared/rules/access.ts'
import { endOf, factsOf, isOpen, minutesOf, type Pass, type PassPurchase } from '#shared/rules/pass.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { findAccount, requireActiveAccount, requireAddress } from '#platform/account/account.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { emailQueue } from '#platform/email/queue-email.ts'
import { keys } from '#platform/table/keys.ts'
import { passOfRecord } from '#platform/account/pass-of-record.ts'
import { parseFirst } from '#platform/parse-each.ts'
import { type PassRecord, passRecord } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'
import { put, putNew, type Write } from '#platform/table/write.ts'
import { claimPass, findOpenWithdrawal } from './withdrawal-claim.ts'

/** Owner of a pass: an account, or the holder of a guest key. */
export type PassHolder =
  | { readonly userId: string; readonly keyHash?: undefined }
  | { readonly keyHash: string; readonly userId?: undefined }

/** A pass with the fields that are needed to write it again. */
export interface StoredPass {
  readonly holder: PassHolder
  /** The Checkout Session that first paid for the pass. It identifies the pass. */
  readonly firstSessionId: string
  readonly email: string | null
  readonly pass: Pass
  /** 0 until the pass is written for the first time. */
  readonly version: number
}

export interface PassChange {
  readonly stored: StoredPass
  readonly now: Date
  /** The session whose payment this change applies. Recorded in the same transaction, so that it applies once. */
  readonly payment?: string
  /** The chat event that this change applies. Recorded in the same transaction, so that it applies once. */
  readonly eventId?: string
  readonly email?: EmailContent | undefined
}

const paymentRecord = z.object({
  entity: z.literal('pass_payment'),
  user_id: z.nullable(z.string()),
  key_hash: z.nullable(z.string()),
  /** The first session of the pass that the payment was applied to. */
  pass: z.string(),
  applied_at: z.string(),
})
export type PassPayment = z.infer<typeof paymentRecord>

/** Returns the key of a stored pass. */
export const keyOf = ({ holder, firstSessionId }: Pick<StoredPass, 'holder' | 'firstSessionId'>) =>
  holder.userId === undefined ? keys.guestPass(holder.keyHash) : keys.pass(holder.userId, firstSessionId)

/** Reads the holder of a guest pass from its partition key. */
const guestHolderOf = (pk: string): PassHolder => ({ keyHash: pk.slice(pk.indexOf('#') + 1) })

type PurchaseRecord = PassRecord['purchases'][string]

const toPurchaseRecord = ({
  paidAt,
  minutes,
  reversed,
  reversedAt,
  reversal,
  startRequest,
}: PassPurchase): PurchaseRecord => ({
  paid_at: paidAt,
  minutes,
  reversed,
  reversed_at: reversedAt,
  reversal,
  start_request_wording: startRequest?.wording,
  start_requested_at: startRequest?.at,
})

const toStoredPass = (record: PassRecord, holder: PassHolder): StoredPass => ({
  holder,
  firstSessionId: record.session_id,
  email: record.email,
  pass: passOfRecord(record),
  version: record.version,
})

const toItem = ({ holder, firstSessionId, email, pass, version }: StoredPass, now: Date) => {
  const minutes = minutesOf(pass)
  const record: PassRecord = {
    entity: 'pass',
    user_id: holder.userId ?? null,
    session_id: firstSessionId,
    email,
    paid_at: pass.paidAt,
    unused_days: pass.unusedDays,
    restored_at: pass.restoredAt,
    started_at: pass.startedAt,
    ended_at: pass.endedAt,
    last_seen_at: pass.lastSeenAt,
    unseen_reply_at: pass.unseenReplyAt,
    chat_ended_at: pass.chatEndedAt,
    minutes,
    // After a rollback, a reversed pass would give access without it. Remove it in the next release.
    refunded_at: minutes === 0 ? now.toISOString() : undefined,
    purchases: Object.fromEntries(
      Object.entries(pass.purchases).map(([session, purchase]) => [session, toPurchaseRecord(purchase)]),
    ),
    version: version + 1,
  }
  const lastPaidAt = Object.values(pass.purchases)
    .map(({ paidAt }) => paidAt)
    .toSorted()
    .at(-1)
  return {
    ...record,
    ...keys.retention(retainedUntil('payment', new Date(lastPaidAt ?? pass.paidAt))),
    // Also if its time is up: a refund may be written before `close-passes` has sent the email about the end.
    ...(isOpen(pass) ? keys.passDue(endOf(pass).toISOString()) : {}),
  }
}

/** Retention of a processed chat event, in seconds. Tawk.to retries failed deliveries for twelve hours. */
const keepEventSeconds = 7 * 24 * 3600

const eventWrite = (eventId: string, now: Date) =>
  putNew(
    keys.chatEvent(eventId),
    {
      entity: 'chat_event',
      processed_at: now.toISOString(),
      expires_at_epoch_seconds: Math.floor(now.getTime() / 1000) + keepEventSeconds,
    },
    'already_processed',
  )

const paymentWrite = (payment: string, { holder, firstSessionId }: StoredPass, now: Date) => {
  const record: PassPayment = {
    entity: 'pass_payment',
    user_id: holder.userId ?? null,
    key_hash: holder.keyHash ?? null,
    pass: firstSessionId,
    applied_at: now.toISOString(),
  }
  const item = { ...record, ...keys.retention(retainedUntil('payment', now)) }
  return putNew(keys.passPayment(payment), item, 'already_applied')
}

/** Returns the condition that a pass has not changed since it was read. */
const unchanged = (version: number) =>
  version === 0
    ? { onlyIf: 'attribute_not_exists(pk)' }
    : { onlyIf: 'version = :version', values: { ':version': version } }

/** Requires that the account of a pass exists. A new pass also requires that the account still has its address. */
const requireHolder = ({ stored, payment }: PassChange): Write[] => {
  const { holder, email, version } = stored
  if (holder.userId === undefined) return []
  const isNew = version === 0 && payment !== undefined
  return [
    isNew ? requireAddress(holder.userId, email, 'stale') : requireActiveAccount(holder.userId, 'stale'),
  ]
}

const emailWrites = ({ stored, email, now }: PassChange): Write[] => {
  const { holder, firstSessionId, email: to, version } = stored
  if (email === undefined || to === null) return []
  const cause = `${email.template}:${firstSessionId}:${version + 1}`
  return [emailWrite({ cause, to, content: email, now, forGuest: holder.userId === undefined })]
}

/** Finds the pass that a chat at this time runs on: the started pass, else the pass that was paid for first. */
export const findPassInUse = (passes: readonly StoredPass[], at: Date): StoredPass | undefined =>
  passInUse(
    passes.map((stored) => ({ ...factsOf(stored.pass), stored })),
    at,
  )?.stored

/** Stores the passes of accounts and guests, and the payments and chat events that were applied to them. */
export const passRepository = (table: Table) => ({
  queueEmail: emailQueue(table),

  /** Finds the address of an account, and its passes, oldest first. */
  async findByUser(userId: string): Promise<{ email: string; passes: StoredPass[] } | undefined> {
    const account = await findAccount(table, userId)
    if (account === undefined) return undefined
    const passes = account.passes
      .map((record) => toStoredPass(record, { userId }))
      .toSorted((a, b) => compareCodeUnits(a.pass.paidAt, b.pass.paidAt))
    return { email: account.profile.email, passes }
  },

  /** Lists the passes of an account, oldest first. Returns `undefined` when there is no such account. */
  async listByUser(userId: string): Promise<StoredPass[] | undefined> {
    return (await this.findByUser(userId))?.passes
  },

  /** Finds the pass of the guest key with this hash. */
  async findByKeyHash(keyHash: string): Promise<StoredPass | undefined> {
    const record = await table.find(keys.guestPass(keyHash), passRecord)
    return record && toStoredPass(record, { keyHash })
  },

  /** Finds the applied payment of a session. */
  findPayment: (session: string): Promise<PassPayment | undefined> =>
    table.find(keys.passPayment(session), paymentRecord),

  /** Finds the pass that a payment was applied to. */
  async findByPayment(payment: PassPayment): Promise<StoredPass | undefined> {
    if (payment.key_hash !== null) return this.findByKeyHash(payment.key_hash)
    const passes = payment.user_id === null ? undefined : await this.listByUser(payment.user_id)
    return passes?.find(({ firstSessionId }) => firstSessionId === payment.pass)
  },

  /**
   * Lists passes that are not closed yet and whose end, or latest failed attempt to close them, was before this time,
   * oldest first. Default: all of them.
   */
  listDue(before: Date, limit?: number): Promise<StoredPass[]> {
    const items = table.eachListed(keys.passDue('').gsi1pk, before.toISOString(), limit)
    return parseFirst(
      items,
      (item) => {
        const record = passRecord.parse(item)
        const holder =
          record.user_id === null ? guestHolderOf(String(item['pk'])) : { userId: record.user_id }
        return toStoredPass(record, holder)
      },
      limit,
    )
  },

  /** Moves a pass to the end of that list, so that passes that cannot be closed do not hold up the others. */
  recordAttempt: (stored: StoredPass, now: Date): Promise<void> =>
    table.moveInIndex(keyOf(stored), keys.passDue(now.toISOString())),

  /** Returns whether a chat event was processed before. */
  async isProcessed(eventId: string): Promise<boolean> {
    return (await table.find(keys.chatEvent(eventId), z.object({}))) !== undefined
  },

  /** Claims a pass for the withdrawal from one of its purchases, whose refund was computed from this pass. */
  claimWithdrawal: (stored: StoredPass, session: string, now: Date) =>
    claimPass(table, keyOf(stored), stored, session, now),

  /** Finds a withdrawal from a purchase that may have been refunded, although the pass does not show it. */
  findOpenWithdrawal: (stored: StoredPass, now: Date) => findOpenWithdrawal(table, stored, now),

  /**
   * Writes a pass and queues the email in one transaction. Returns `stale` when the pass changed since it was
   * read, the payment or event was applied before, or the account has changed its address or is deleted.
   */
  async write(change: PassChange): Promise<'written' | 'stale'> {
    const { stored, now, payment, eventId } = change
    const { failedCondition } = await table.transact(
      ...requireHolder(change),
      put(keyOf(stored), toItem(stored, now), unchanged(stored.version)),
      ...(payment === undefined ? [] : [paymentWrite(payment, stored, now)]),
      ...(eventId === undefined ? [] : [eventWrite(eventId, now)]),
      ...emailWrites(change),
    )
    return failedCondition === undefined ? 'written' : 'stale'
  },
})

export type PassRepository = ReturnType<typeof passRepository>
