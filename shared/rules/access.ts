import { unusedPassDays } from '../values/plans.ts'

/** What is known of a person's subscription, as stored. Times are ISO, in UTC. */
export interface SubscriptionFacts {
  readonly subscribed: boolean
  readonly subscriptionEnd: string | null
}

export interface PassFacts {
  readonly paidAt: string
  readonly startedAt?: string | undefined
  readonly minutes: number
  readonly endedAt?: string | undefined
  readonly refundedAt?: string | undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Is the person subscribed now? A stored yes holds to the end of the paid period and no longer: after
 * that only a fresh look at the payment provider can renew it.
 */
export const isSubscribed = (facts: SubscriptionFacts | undefined, now: Date): boolean =>
  facts !== undefined &&
  facts.subscribed &&
  (facts.subscriptionEnd === null || now.getTime() < Date.parse(facts.subscriptionEnd))

/** By when an adviser must have answered: 30 days after the payment. */
export const passUseBy = (pass: Pick<PassFacts, 'paidAt'>): Date =>
  new Date(Date.parse(pass.paidAt) + unusedPassDays * dayMs)

/** When a pass stops giving access: its minutes after the first answer, or 30 days unanswered. */
export const passEnd = (pass: PassFacts): Date =>
  pass.startedAt === undefined
    ? passUseBy(pass)
    : new Date(Date.parse(pass.startedAt) + pass.minutes * minuteMs)

export const isPassActive = (pass: PassFacts, now: Date): boolean =>
  pass.refundedAt === undefined && pass.endedAt === undefined && now.getTime() < passEnd(pass).getTime()

/** The pass that a chat of now is about: the one that runs, else the one that was paid for first. */
export const passInUse = <Pass extends PassFacts>(passes: readonly Pass[], now: Date): Pass | undefined => {
  const active = passes
    .filter((pass) => isPassActive(pass, now))
    .toSorted((a, b) => a.paidAt.localeCompare(b.paidAt))
  return active.find(({ startedAt }) => startedAt !== undefined) ?? active[0]
}

export interface AccessFlags {
  readonly isSubscribed: boolean
  readonly hasOneTimeAccess: boolean
  readonly hasGuestAccess: boolean
  readonly isAdmin: boolean
}

/** Live chat is for subscribers, holders of a one-time or guest pass, and admins. */
export const mayChat = (access: AccessFlags): boolean =>
  access.isSubscribed || access.hasOneTimeAccess || access.hasGuestAccess || access.isAdmin

/** The library is for subscribers and admins only. */
export const mayReadLibrary = (access: AccessFlags): boolean => access.isSubscribed || access.isAdmin
