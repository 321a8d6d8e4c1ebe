import { compareCodeUnits } from './compare-code-units.ts'

/** The stored state of a subscription that decides access. Times are ISO, in UTC. */
export interface SubscriptionFacts {
  readonly subscribed: boolean
  readonly subscriptionEnd: string | null
}

/** The stored state of a pass that decides access. Times are ISO, in UTC. */
export interface PassFacts {
  readonly paidAt: string
  /** Time at which a purchase of the waiting pass was restored, for example after a won dispute. */
  readonly restoredAt?: string | undefined
  readonly startedAt?: string | undefined
  /** Days in which to start the pass, as it was sold. */
  readonly unusedDays?: number | undefined
  /** 0 while all purchases of the pass are reversed: refunded or disputed. */
  readonly minutes: number
  readonly endedAt?: string | undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Decides whether a stored subscription gives access now. The stored state counts until the end of the paid period at
 * most; after that it must be read from Stripe again.
 */
export const isSubscribed = (facts: SubscriptionFacts | undefined, now: Date): boolean =>
  facts !== undefined &&
  facts.subscribed &&
  (facts.subscriptionEnd === null || now.getTime() < Date.parse(facts.subscriptionEnd))

/** Days of passes that were sold before their record had the days. */
const earlierUnusedDays = 30

/** Returns when an unused pass expires, counted from the payment, or from when a purchase of it was restored. */
export const passUseBy = (pass: Pick<PassFacts, 'paidAt' | 'restoredAt' | 'unusedDays'>): Date =>
  new Date(Date.parse(pass.restoredAt ?? pass.paidAt) + (pass.unusedDays ?? earlierUnusedDays) * dayMs)

/**
 * Returns when a pass ends: after its minutes, counted from the adviser's first reply, or, without a reply, when it
 * expires.
 */
export const passEnd = (pass: PassFacts): Date =>
  pass.startedAt === undefined
    ? passUseBy(pass)
    : new Date(Date.parse(pass.startedAt) + pass.minutes * minuteMs)

/** Returns the minutes of chat left of an active pass, rounded up. A waiting pass has all of its minutes. */
export const minutesLeft = (pass: PassFacts, now: Date): number =>
  pass.startedAt === undefined
    ? pass.minutes
    : Math.ceil((passEnd(pass).getTime() - now.getTime()) / minuteMs)

/** Decides whether a pass gives access to the chat now. */
export const isPassActive = (pass: PassFacts, now: Date): boolean =>
  pass.minutes > 0 && pass.endedAt === undefined && now.getTime() < passEnd(pass).getTime()

/** Returns the pass that a chat uses now: the running one, else the one paid for first. */
export const passInUse = <Pass extends PassFacts>(passes: readonly Pass[], now: Date): Pass | undefined => {
  const active = passes
    .filter((pass) => isPassActive(pass, now))
    .toSorted((a, b) => compareCodeUnits(a.paidAt, b.paidAt))
  return active.find(({ startedAt }) => startedAt !== undefined) ?? active[0]
}

export interface AccessFlags {
  readonly isSubscribed: boolean
  readonly hasOneTimeAccess: boolean
  readonly hasGuestAccess: boolean
  readonly isAdmin: boolean
}

/** Allows live chat to subscribers, holders of a one-time or guest pass, and admins. */
export const mayChat = (access: AccessFlags): boolean =>
  access.isSubscribed || access.hasOneTimeAccess || access.hasGuestAccess || access.isAdmin
