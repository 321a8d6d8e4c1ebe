import { passMinutes } from '../values/plans.ts'
import type { AccessFlags } from './access.ts'

export type AccessBadge = 'cancelling' | 'without-renewal' | 'subscribed' | 'one-time' | 'guest' | 'none'

export interface BadgeFacts extends AccessFlags {
  readonly cancelAtPeriodEnd: boolean
  /** True if a late payment of an ended subscription gives the access. */
  readonly withoutRenewal: boolean
}

/** Chooses the badge to show: a subscription takes precedence over a pass, and a pass over guest access. */
export const badgeOf = (access: BadgeFacts): AccessBadge => {
  if (access.isSubscribed && access.withoutRenewal) return 'without-renewal'
  if (access.isSubscribed) return access.cancelAtPeriodEnd ? 'cancelling' : 'subscribed'
  if (access.hasOneTimeAccess) return 'one-time'
  return access.hasGuestAccess ? 'guest' : 'none'
}

export const badgeLabels: Readonly<Record<AccessBadge, string>> = {
  cancelling: 'Cancelling Soon',
  'without-renewal': 'Access Without Renewal',
  subscribed: 'Active Subscription',
  'one-time': 'Profile Access Active',
  guest: 'Guest Access',
  none: 'No Active Access',
}

/** The part of a pass that its badge shows. Older server versions report no minutes. */
interface BadgePass {
  readonly state: 'waiting' | 'running'
  readonly minutes?: number | undefined
}

const passDetail = (pass: BadgePass | null): string =>
  pass?.state === 'running'
    ? 'Live chat timer running'
    : `${pass?.minutes ?? passMinutes}-minute live chat timer available`

/**
 * Returns the text below the badge, if any.
 *
 * @param endsOn the formatted date on which access ends, if known
 */
export const badgeDetail = (
  badge: AccessBadge,
  endsOn: string | undefined,
  pass: BadgePass | null = null,
): string | undefined => {
  if (badge === 'cancelling') return endsOn === undefined ? 'Cancellation scheduled' : `Cancels on ${endsOn}`
  if (badge === 'without-renewal') return endsOn === undefined ? undefined : `Access until ${endsOn}`
  return badge === 'one-time' ? passDetail(pass) : undefined
}
