import { isPassActive, isSubscribed, type PassFacts, passInUse } from '../../shared/rules/access.ts'
import {
  type PassRecord,
  passRecord,
  type ProfileRecord,
  profileRecord,
  type SubscriberRecord,
  subscriberRecord,
  type SubscriptionRecord,
  subscriptionRecord,
} from './table/records.ts'
import { accessPrefix, keys } from './table/keys.ts'
import { check, type Table, type Write } from './table/table.ts'

/** A person, with everything that decides what they may do: one Query of their partition. */
export interface Member {
  readonly profile: ProfileRecord
  readonly subscriber: SubscriberRecord | undefined
  readonly subscription: SubscriptionRecord | undefined
  readonly passes: readonly PassRecord[]
}

/**
 * Holds while the person has an account: part of each transaction that writes into their partition without
 * changing the profile, so that nothing comes back that was deleted meanwhile.
 *
 * @param otherwise the outcome when the account is gone
 */
export const stillThere = (userId: string, otherwise: string): Write =>
  check(keys.profile(userId), {
    onlyIf: 'attribute_exists(pk) AND attribute_not_exists(deleted_at)',
    otherwise,
  })

/** Was there an account with this id, and is it deleted? */
export const isDeleted = async (table: Table, userId: string): Promise<boolean> =>
  (await table.list(keys.profile(userId).pk, keys.profile(userId).sk)).some(
    (item) => item['entity'] === 'tombstone',
  )

/** Reads a person in one round trip; `undefined` when there is no such person or they were deleted. */
export const findMember = async (table: Table, userId: string): Promise<Member | undefined> => {
  const items = await table.list(keys.profile(userId).pk, accessPrefix)
  const of = (entity: string) => items.filter((item) => item['entity'] === entity)
  const [profile] = of('profile').map((item) => profileRecord.parse(item))
  if (profile === undefined) return undefined
  return {
    profile,
    subscriber: of('subscriber').map((item) => subscriberRecord.parse(item))[0],
    subscription: of('subscription').map((item) => subscriptionRecord.parse(item))[0],
    passes: of('pass').map((item) => passRecord.parse(item)),
  }
}

export const isMemberSubscribed = (member: Member, now: Date): boolean =>
  isSubscribed(
    member.subscriber && {
      subscribed: member.subscriber.subscribed,
      subscriptionEnd: member.subscriber.subscription_end,
    },
    now,
  )

const passFactsOf = (pass: PassRecord): PassFacts => ({
  paidAt: pass.paid_at,
  startedAt: pass.started_at,
  minutes: pass.minutes,
  endedAt: pass.ended_at,
  refundedAt: pass.refunded_at,
})

export const hasActivePass = (member: Member, now: Date): boolean =>
  member.passes.some((pass) => isPassActive(passFactsOf(pass), now))

/** The person's pass that opens the chat now. */
export const passOf = (member: Member, now: Date): PassFacts | undefined =>
  passInUse(member.passes.map(passFactsOf), now)
