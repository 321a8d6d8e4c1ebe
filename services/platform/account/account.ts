import { isPassActive, isSubscribed, type PassFacts, passInUse } from '#shared/rules/access.ts'
import { isUnpaid } from '#shared/rules/entitlement.ts'
import { blockingReversalOf, disputedMinutesOf } from '#shared/rules/pass.ts'
import { parseItem } from '../parse-each.ts'
import { passOfRecord } from './pass-of-record.ts'
import { accessPrefix, keys, passPrefix } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { check, type Write } from '../table/write.ts'
import {
  type PassRecord,
  passRecord,
  type ProfileRecord,
  profileRecord,
  type StepUpRecord,
  stepUpRecord,
  type SubscriberRecord,
  subscriberRecord,
  type SubscriptionRecord,
  subscriptionRecord,
} from './records.ts'

/** A signed-up user, with the items that decide their access. One Query reads them all. */
export interface Account {
  readonly profile: ProfileRecord
  readonly subscriber: SubscriberRecord | undefined
  readonly subscription: SubscriptionRecord | undefined
  readonly passes: readonly PassRecord[]
  /** Step-ups of an admin. Some may have expired. */
  readonly stepUps: readonly StepUpRecord[]
}

/** Condition on a profile: the account exists and is not deleted. */
export const activeAccountCondition = 'attribute_exists(pk) AND attribute_not_exists(deleted_at)'

/**
 * Requires that the account exists and is not deleted. Include it in every transaction that writes to an
 * account's partition without changing the profile, so that no data is stored after a deletion.
 *
 * @param otherwise outcome of the transaction when the account is gone
 */
export const requireActiveAccount = <Otherwise extends string>(
  userId: string,
  otherwise: Otherwise,
): Write<Otherwise> =>
  check(keys.profile(userId), {
    onlyIf: activeAccountCondition,
    otherwise,
  })

/**
 * Requires an active account that still has this address. Include it in every transaction that stores the address
 * again: `copy-account-details` may already have copied a changed address to the other items.
 */
export const requireAddress = <Otherwise extends string>(
  userId: string,
  email: string | null,
  otherwise: Otherwise,
): Write<Otherwise> =>
  check(keys.profile(userId), {
    onlyIf: `${activeAccountCondition} AND email = :email`,
    values: { ':email': email },
    otherwise,
  })

/** Returns whether an account with this id existed and has been deleted. */
export const isDeleted = async (table: Table, userId: string): Promise<boolean> =>
  (await table.list(keys.profile(userId).pk, keys.profile(userId).sk)).some(
    (item) => item['entity'] === 'tombstone',
  )

/** Reads an account in one round trip. Returns `undefined` if it does not exist or has been deleted. */
export const findAccount = async (table: Table, userId: string): Promise<Account | undefined> => {
  const items = await table.list(keys.profile(userId).pk, accessPrefix)
  const itemsOf = (entity: string) => items.filter((item) => item['entity'] === entity)
  const [profile] = itemsOf('profile').map((item) => parseItem(profileRecord, item))
  if (profile === undefined) return undefined
  return {
    profile,
    subscriber: itemsOf('subscriber').map((item) => parseItem(subscriberRecord, item))[0],
    subscription: itemsOf('subscription').map((item) => parseItem(subscriptionRecord, item))[0],
    passes: itemsOf('pass').map((item) => parseItem(passRecord, item)),
    stepUps: itemsOf('step_up').map((item) => parseItem(stepUpRecord, item)),
  }
}

/** Lists the one-time passes of an account. */
export const passesOf = async (table: Table, userId: string): Promise<PassRecord[]> =>
  (await table.list(keys.profile(userId).pk, passPrefix)).map((item) => parseItem(passRecord, item))

/** Returns whether the stored subscription gives access now. */
export const isAccountSubscribed = (account: Account, now: Date): boolean =>
  isSubscribed(
    account.subscriber && {
      subscribed: account.subscriber.subscribed,
      subscriptionEnd: account.subscriber.subscription_end,
    },
    now,
  )

/**
 * Returns whether the account has an unpaid charge, including one of a subscription that has ended. While a running
 * subscription is disputed, paying the invoice of an earlier one would give nothing, so it is not due.
 */
export const isPaymentDue = ({ subscription }: Pick<Account, 'subscription'>): boolean => {
  const { status, balance_due_minor: balance = null, disputed = false } = subscription ?? {}
  return isUnpaid(status) || (balance !== null && !(disputed && status === 'active'))
}

/** The facts of a stored pass, with its holder's last contact. */
export interface CurrentPass extends PassFacts {
  readonly sessionId: string
  readonly lastSeenAt: string | undefined
  readonly unseenReplyAt: string | undefined
  /** Minutes that the pass lacks while the payments for them are disputed. */
  readonly disputedMinutes: number
}

const passFactsOf = (pass: PassRecord): CurrentPass => ({
  sessionId: pass.session_id,
  lastSeenAt: pass.last_seen_at,
  unseenReplyAt: pass.unseen_reply_at,
  paidAt: pass.paid_at,
  restoredAt: pass.restored_at,
  startedAt: pass.started_at,
  unusedDays: pass.unused_days,
  minutes: pass.minutes,
  endedAt: pass.ended_at,
  disputedMinutes: disputedMinutesOf(passOfRecord(pass)),
})

/** Returns whether the account holds a pass that gives access to the chat now. */
export const hasActivePass = (account: Account, now: Date): boolean =>
  account.passes.some((pass) => isPassActive(passFactsOf(pass), now))

/** Returns whether an open dispute keeps a pass of the account from giving access. */
export const hasDisputedPass = ({ passes }: Pick<Account, 'passes'>, now: Date): boolean =>
  passes.some((record) => blockingReversalOf(passOfRecord(record), now) === 'disputed')

/** Returns the pass that a chat would use now: the running one, else the oldest unused one. */
export const currentPassOf = (account: Account, now: Date): CurrentPass | undefined =>
  passInUse(account.passes.map(passFactsOf), now)
