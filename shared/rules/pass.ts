import { passMinutes, unusedPassDays } from '../values/plans.ts'
import type { StartRequest } from '../values/start-request.ts'
import { isPassActive, passEnd, type PassFacts } from './access.ts'
import type { ReversalReason } from '../values/reversal-reasons.ts'

/** One purchase of a pass. It adds no minutes while it is reversed: refunded or disputed. */
export interface PassPurchase {
  readonly paidAt: string
  /** The minutes that were sold. */
  readonly minutes?: number | undefined
  readonly reversed: boolean
  /** Time at which the purchase was reversed, while it is. */
  readonly reversedAt?: string | undefined
  /** Reason for the reversal. Unknown if an earlier release reversed it. */
  readonly reversal?: ReversalReason | undefined
  /** The buyer's request for a start within the withdrawal period. */
  readonly startRequest?: StartRequest | undefined
}

/**
 * A chat pass. Each purchase by its holder before it ends adds its minutes, counted from the adviser's first reply while
 * the holder is present. Times are ISO, in UTC.
 */
export interface Pass {
  readonly paidAt: string
  /** Days in which to start the pass, as it was sold. */
  readonly unusedDays?: number | undefined
  /**
   * Time at which a purchase of the pass, which had not started, was restored. The 30 days in which to start it count
   * from then, because the holder had no access in the meantime.
   */
  readonly restoredAt?: string | undefined
  readonly startedAt?: string | undefined
  /** Time at which the pass was used up or given up. */
  readonly endedAt?: string | undefined
  /**
   * Time at which the holder last contacted the server or wrote to the adviser. Exact to a minute, and only before the
   * start.
   */
  readonly lastSeenAt?: string | undefined
  /** Time of the first adviser reply that the absent holder has not come back to. Cleared when the pass starts. */
  readonly unseenReplyAt?: string | undefined
  /** End of the last conversation. The pass keeps its remaining minutes. */
  readonly chatEndedAt?: string | undefined
  /** Purchases by Checkout Session. */
  readonly purchases: Readonly<Record<string, PassPurchase>>
}

const validPurchases = (pass: Pass): PassPurchase[] =>
  Object.values(pass.purchases).filter(({ reversed }) => !reversed)

/** Minutes of purchases that were made before their record had the minutes. */
const earlierMinutes = 30

/** Returns the minutes that a purchase was sold with. */
export const minutesSold = (purchase: PassPurchase | undefined): number => purchase?.minutes ?? earlierMinutes

/** Returns the total minutes of the purchases that are not reversed. */
export const minutesOf = (pass: Pass): number =>
  validPurchases(pass).reduce((sum, purchase) => sum + minutesSold(purchase), 0)

/** Returns the minutes that a pass lacks while the payments for them are disputed. */
export const disputedMinutesOf = (pass: Pass): number =>
  Object.values(pass.purchases)
    .filter(({ reversal }) => reversal === 'disputed')
    .reduce((sum, purchase) => sum + minutesSold(purchase), 0)

/** Converts a pass to the facts that the access rules read. */
export const factsOf = (pass: Pass): PassFacts => ({
  paidAt: pass.paidAt,
  restoredAt: pass.restoredAt,
  startedAt: pass.startedAt,
  unusedDays: pass.unusedDays,
  endedAt: pass.endedAt,
  minutes: minutesOf(pass),
})

/** Decides whether the pass gives access to the chat now. */
export const isUsable = (pass: Pass, now: Date): boolean => isPassActive(factsOf(pass), now)

/** Returns when the pass ends by time, ignoring an early end. */
export const endOf = (pass: Pass): Date => passEnd(factsOf(pass))

/** Returns whether the pass is neither closed nor reversed as a whole. Its time may be up. */
export const isOpen = (pass: Pass): boolean => pass.endedAt === undefined && validPurchases(pass).length > 0

/** Returns whether the pass was closed because its time was up. Otherwise, its holder gave it up. */
const isClosedByTime = (pass: Pass): boolean => pass.endedAt === endOf(pass).toISOString()

/** Returns whether the holder gave the pass up before its start. */
export const isGivenUpUnused = (pass: Pass): boolean =>
  pass.startedAt === undefined && pass.endedAt !== undefined && !isClosedByTime(pass)

/** Adds a purchase to a pass, or creates a pass with it. The pass keeps the minutes and days that are sold now. */
export const addPurchase = (
  pass: Pass | undefined,
  session: string,
  paidAt: Date,
  startRequest?: StartRequest,
): Pass => {
  const at = paidAt.toISOString()
  const purchase: PassPurchase = {
    paidAt: at,
    minutes: passMinutes,
    reversed: false,
    ...(startRequest === undefined ? {} : { startRequest }),
  }
  return pass === undefined
    ? { paidAt: at, unusedDays: unusedPassDays, purchases: { [session]: purchase } }
    : { ...pass, purchases: { ...pass.purchases, [session]: purchase } }
}

type PurchaseReversal = Pick<PassPurchase, 'reversed' | 'reversedAt' | 'reversal'>

const withReversal = (
  pass: Pass,
  session: string,
  purchase: PassPurchase,
  reversal: PurchaseReversal,
): Pass => ({
  ...pass,
  purchases: { ...pass.purchases, [session]: { ...purchase, ...reversal } },
})

/**
 * Reverses a purchase after a refund or dispute. The reason can change later: a dispute is lost, for example. The time
 * of the reversal stays.
 */
export const reversePurchase = (pass: Pass, session: string, now: Date, reversal: ReversalReason): Pass => {
  const purchase = pass.purchases[session]
  if (purchase === undefined || (purchase.reversed && purchase.reversal === reversal)) return pass
  const reversedAt = purchase.reversed ? purchase.reversedAt : now.toISOString()
  return withReversal(pass, session, purchase, { reversed: true, reversedAt, reversal })
}

/** Returns why a purchase of a pass is reversed. An open dispute comes first: it can restore the pass. */
const firstReversalOf = (pass: Pass): ReversalReason | undefined => {
  const reasons = Object.values(pass.purchases).map(({ reversal }) => reversal)
  return reasons.find((reason) => reason === 'disputed') ?? reasons.find((reason) => reason !== undefined)
}

/** Returns why a pass without a valid purchase is reversed. */
export const passReversalOf = (pass: Pass): ReversalReason | undefined =>
  validPurchases(pass).length > 0 ? undefined : firstReversalOf(pass)

/**
 * Returns whether the holder of a pass that had not started lost days in which to start it: all purchases were reversed
 * before it expired. A purchase without a time was reversed before we recorded it, and counts in favour of the holder.
 */
const hasLostDays = (pass: Pass): boolean =>
  Object.values(pass.purchases).every(
    ({ reversed, reversedAt }) =>
      reversed && (reversedAt === undefined || Date.parse(reversedAt) < endOf(pass).getTime()),
  )

/** Reopens a started pass that was closed early because it lacked the minutes that are restored now. */
const reopen = (pass: Pass, restored: Pass, now: Date): Pass => {
  const reopened = { ...restored, endedAt: undefined }
  return isClosedByTime(pass) && isUsable(reopened, now) ? reopened : restored
}

/**
 * Restores a purchase after a won dispute, or after a refund that failed. If the holder lost days in which to start the
 * pass, it can be started for 30 days from then, even if it has expired in the meantime. The minutes of a started pass
 * still count from its start, and a pass that was given up stays over.
 */
export const restorePurchase = (pass: Pass, session: string, now: Date): Pass => {
  const purchase = pass.purchases[session]
  if (purchase?.reversed !== true) return pass
  const notReversed = { reversed: false, reversedAt: undefined, reversal: undefined }
  const restored = withReversal(pass, session, purchase, notReversed)
  if (isGivenUpUnused(pass)) return restored
  if (pass.startedAt !== undefined) return reopen(pass, restored, now)
  if (!hasLostDays(pass)) return restored
  return { ...restored, endedAt: undefined, unseenReplyAt: undefined, restoredAt: now.toISOString() }
}

/** Returns why a pass gives no access, if it would give access without the refund or dispute of a purchase. */
export const blockingReversalOf = (pass: Pass, now: Date): ReversalReason | undefined => {
  if (isUsable(pass, now)) return undefined
  const restored = Object.keys(pass.purchases).reduce(
    (rest, session) => restorePurchase(rest, session, now),
    pass,
  )
  return isUsable(restored, now) ? firstReversalOf(pass) : undefined
}

/** A message in the chat of a pass holder, who is the provider's visitor. */
export interface ChatMessage {
  readonly from: 'adviser' | 'visitor'
  readonly at: Date
}

/** A contact this close to a reply, before or after it, shows that the holder is present. Milliseconds. */
const presenceMs = 2 * 60_000

/** Shortest time between two recorded contacts, in milliseconds. */
export const contactIntervalMs = 60_000

const isNear = (contact: Date, reply: Date): boolean =>
  Math.abs(reply.getTime() - contact.getTime()) <= presenceMs

/** Starts the time of a pass. A report can be so late that the time has run out; the pass is then over immediately. */
const start = (pass: Pass, at: Date, now: Date): Pass => {
  const started = { ...pass, startedAt: at.toISOString(), unseenReplyAt: undefined }
  return isUsable(started, now) ? started : { ...started, endedAt: endOf(started).toISOString() }
}

const isWaiting = (pass: Pass, now: Date): boolean => pass.startedAt === undefined && isUsable(pass, now)

/** Decides whether a contact at this time is worth recording: before the start, at most once a minute. */
export const isNewContact = (pass: Pick<Pass, 'startedAt' | 'lastSeenAt'>, at: Date): boolean =>
  pass.startedAt === undefined &&
  (pass.lastSeenAt === undefined || at.getTime() - Date.parse(pass.lastSeenAt) >= contactIntervalMs)

const recordContact = (pass: Pass, at: Date): Pass =>
  isNewContact(pass, at) ? { ...pass, lastSeenAt: at.toISOString() } : pass

/**
 * Applies a reply. It starts the time if the holder is present: if they contacted the server, or wrote, within two
 * minutes. Otherwise the reply is recorded, and the holder's return starts the time.
 */
const applyReply = (pass: Pass, at: Date, now: Date, lastWrittenAt: Date | undefined): Pass => {
  const contacts = [lastWrittenAt, pass.lastSeenAt === undefined ? undefined : new Date(pass.lastSeenAt)]
  if (contacts.some((contact) => contact !== undefined && isNear(contact, at))) return start(pass, at, now)
  const isFirst = pass.unseenReplyAt === undefined || at.getTime() < Date.parse(pass.unseenReplyAt)
  return isFirst && isUsable(pass, now) ? { ...pass, unseenReplyAt: at.toISOString() } : pass
}

/** Applies a message of the holder. It starts the time if an adviser has replied before it. */
const applyOwnMessage = (pass: Pass, at: Date, now: Date): Pass => {
  const hasReply = pass.unseenReplyAt !== undefined && at.getTime() >= Date.parse(pass.unseenReplyAt)
  if (hasReply) return start(pass, at, now)
  return isUsable(pass, now) ? recordContact(pass, at) : pass
}

/**
 * Applies messages that the chat provider reports, oldest first. This does not depend on the browser, so no visitor who
 * writes to an adviser can chat for free. Reports can arrive late and out of order: messages before the payment, or before
 * the pass was restored, are ignored, and a time in the future counts as now. The first start never changes.
 */
export const applyChatMessages = (pass: Pass, messages: readonly ChatMessage[], now: Date): Pass => {
  let next = pass
  let lastWrittenAt: Date | undefined
  const validFrom = Date.parse(pass.restoredAt ?? pass.paidAt)
  for (const { from, at: reportedAt } of messages) {
    const at = reportedAt.getTime() < now.getTime() ? reportedAt : now
    if (next.startedAt !== undefined || at.getTime() < validFrom || !isUsable(next, at)) continue
    next = from === 'adviser' ? applyReply(next, at, now, lastWrittenAt) : applyOwnMessage(next, at, now)
    if (from === 'visitor') lastWrittenAt = at
  }
  return next
}

/**
 * Records that the holder has opened the conversation. This starts the time if an adviser has replied to the absent
 * holder.
 */
export const openConversation = (pass: Pass, now: Date): Pass => {
  if (!isWaiting(pass, now)) return pass
  return pass.unseenReplyAt === undefined ? recordContact(pass, now) : start(pass, now, now)
}

/** An event that the browser reports. `given_up`: the holder has confirmed losing the remaining minutes. */
export type ReportedEvent = 'started' | 'ended' | 'given_up'

/**
 * Applies an event reported by the browser. The first `started` sets the start, which never changes. `ended` records
 * the end of the conversation and keeps the remaining minutes. Returns `'over'` if the pass is not active.
 */
export const applySessionEvent = (pass: Pass, event: ReportedEvent, now: Date): Pass | 'over' => {
  if (!isUsable(pass, now)) return 'over'
  const at = now.toISOString()
  if (event === 'started') return pass.startedAt === undefined ? start(pass, now, now) : pass
  return { ...pass, chatEndedAt: at, ...(event === 'given_up' ? { endedAt: at } : {}) }
}
