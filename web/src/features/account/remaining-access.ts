import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { addMonths } from '#shared/rules/months.ts'
import { dayText, deadlineText, timeText } from '#web/lib/dates.ts'
import { numberOf } from '#web/lib/number-text.ts'

const dayMs = 24 * 3600_000

/** Returns the time between two dates in whole months or, below one month, in days rounded up. */
export const timeLeft = (from: Date, to: Date): string => {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const whole = addMonths(from, months) > to ? months - 1 : months
  if (whole >= 1) return numberOf(whole, 'month')
  return numberOf(Math.max(0, Math.ceil((to.getTime() - from.getTime()) / dayMs)), 'day')
}

const runningPass = (endsAt: string | null): string =>
  `The time left on your live chat pass${endsAt === null ? '' : `, which ends on ${timeText(endsAt)}`}`

/**
 * Describes the rest of the paid period. After a late payment, the subscription has ended, so the text says "access".
 */
const paidPeriod = ({ withoutRenewal, subscriptionEnd }: AccessStatus, now: Date): string => {
  const what = withoutRenewal ? 'access' : 'subscription'
  return subscriptionEnd === null
    ? `The rest of your ${what}`
    : `The ${timeLeft(now, new Date(subscriptionEnd))} left of your ${what}, paid until ${dayText(subscriptionEnd)}`
}

/** Lists what the account has paid for and not used. It is lost when the account is deleted. */
export const unusedPurchases = (access: AccessStatus, now: Date): string[] => {
  const { isSubscribed, pass } = access
  const purchases: string[] = []
  if (isSubscribed) purchases.push(paidPeriod(access, now))
  if (pass)
    purchases.push(
      pass.state === 'waiting'
        ? `Your unused live chat pass, valid until ${deadlineText(pass.useBy)}`
        : runningPass(pass.endsAt),
    )
  return purchases
}
