import { daysLater, type LondonDay, londonDayOf } from './london.ts'
import { minutesOf, minutesSold, type Pass, type PassPurchase, reversePurchase } from './pass.ts'

/**
 * The right to withdraw from an online purchase within 14 days: regulations 29 to 36 of the Consumer Contracts
 * (Information, Cancellation and Additional Charges) Regulations 2013.
 */
const withdrawalDays = 14

const dayMs = 24 * 3600_000
const minuteMs = 60_000

/** Returns the last London day on which a contract made at this time can be withdrawn from. */
export const lastWithdrawalDay = (madeAt: Date): LondonDay => daysLater(londonDayOf(madeAt), withdrawalDays)

/** Decides whether a contract made at this time can be withdrawn from now. */
export const mayWithdraw = (madeAt: Date, now: Date): boolean => londonDayOf(now) <= lastWithdrawalDay(madeAt)

/** The part of a purchase that was used, in days of a subscription or minutes of a pass. */
export interface Use {
  readonly used: number
  readonly of: number
}

/** Returns the days of a subscription that are over. A day that has begun is not charged for. */
export const daysUsed = (period: { readonly start: Date; readonly end: Date }, now: Date): Use => {
  const of = Math.max(1, Math.round((period.end.getTime() - period.start.getTime()) / dayMs))
  const elapsed = Math.floor((now.getTime() - period.start.getTime()) / dayMs)
  return { used: Math.min(Math.max(elapsed, 0), of), of }
}

interface UsedPass {
  readonly startedAt?: string | undefined
  readonly endedAt?: string | undefined
}

/**
 * Returns how many whole minutes of one purchase of a pass were used.
 *
 * @param before the minutes of the purchases that are used up before this one
 */
export const minutesUsed = (
  pass: UsedPass,
  { before, of }: { before: number; of: number },
  now: Date,
): Use => {
  if (pass.startedAt === undefined) return { used: 0, of }
  const end = Math.min(now.getTime(), pass.endedAt === undefined ? Infinity : Date.parse(pass.endedAt))
  const minutes = Math.floor((end - Date.parse(pass.startedAt)) / minuteMs)
  return { used: Math.min(Math.max(minutes - before, 0), of), of }
}

/**
 * Returns how much of a purchase of a pass was used. A withdrawal takes the last minutes of the pass, so used minutes
 * are counted towards its other purchases first.
 */
export const passUse = (pass: Pass, session: string, now: Date): Use =>
  minutesUsed(
    pass,
    {
      before: minutesOf(reversePurchase(pass, session, now, 'refunded')),
      of: minutesSold(pass.purchases[session]),
    },
    now,
  )

/** Returns the purchases of a pass that can be withdrawn from and have not been used up. The pass may be over. */
export const withdrawablePurchasesOf = (pass: Pass, now: Date): PassPurchase[] =>
  Object.entries(pass.purchases)
    .filter(([session, { paidAt, reversed, startRequest }]) => {
      if (reversed || !mayWithdraw(new Date(paidAt), now)) return false
      const { used, of } = passUse(pass, session, now)
      return startRequest === undefined || used < of
    })
    .map(([, purchase]) => purchase)

interface Price {
  readonly paidMinor: number
  /** True if the buyer asked us to start before the withdrawal period is over. */
  readonly startRequested: boolean
}

/**
 * Returns the refund of a withdrawal in pence. Only a buyer who asked for an early start owes the proportion that was
 * used (regulation 36). It is rounded down, in favour of the buyer.
 */
export const withdrawalRefund = ({ paidMinor, startRequested }: Price, use: Use): number => {
  const owed = startRequested ? Math.floor((paidMinor * use.used) / use.of) : 0
  return Math.max(0, paidMinor - owed)
}
