import { passMinutes } from '#shared/values/plans.ts'
import type { AccessState } from '#web/lib/access.ts'
import type { GuestPass, PassTimes } from './guest-pass.ts'

/** The visitor's access to the live chat. Times are ISO. */
export type ChatAccess =
  | { readonly kind: 'checking' | 'none' | 'unknown' }
  | {
      readonly kind: 'member'
      readonly as: 'subscriber' | 'admin'
      readonly cancelling: boolean
      /** True if a late payment of an ended subscription gives the access. */
      readonly withoutRenewal: boolean
      /** End of the period, if known. */
      readonly endsAt: string | null
    }
  | ({
      readonly kind: 'pass'
      /** Undefined if the pass belongs to the signed-in account. */
      readonly guestKey: string | undefined
    } & PassTimes)

export type PassAccess = Extract<ChatAccess, { kind: 'pass' }>

interface AccessSources {
  readonly session: 'loading' | 'signed in' | 'signed out'
  readonly access: AccessState
  readonly guest: GuestPass
}

/**
 * Decides how the visitor may use the chat. The account's access comes first. A guest key in the browser
 * counts for anyone without account access, signed in or not, so that signing in never loses a paid pass.
 */
export const resolveChatAccess = ({
  session,
  access: { access, loading, failed },
  guest,
}: AccessSources): ChatAccess => {
  if (session === 'loading') return { kind: 'checking' }
  if (session === 'signed in') {
    if (access.isSubscribed || access.isAdmin) return memberAccess(access)
    // Responses of an older server version have no `pass` field.
    if (access.hasOneTimeAccess) return accountPassAccess(access.pass ?? null)
    if (loading) return { kind: 'checking' }
  }
  if (guest.state === 'active') {
    const { key: guestKey, endsAt, useBy, repliedAt, minutes, disputedMinutes } = guest
    return { kind: 'pass', guestKey, endsAt, useBy, repliedAt, minutes, disputedMinutes }
  }
  if (guest.state === 'checking') return { kind: 'checking' }
  return { kind: guest.state === 'unknown' || (session === 'signed in' && failed) ? 'unknown' : 'none' }
}

const memberAccess = (access: AccessState['access']): ChatAccess => ({
  kind: 'member',
  as: access.isSubscribed ? 'subscriber' : 'admin',
  cancelling: access.isSubscribed && access.cancelAtPeriodEnd,
  withoutRenewal: access.isSubscribed && access.withoutRenewal,
  endsAt: access.subscriptionEnd,
})

const accountPassAccess = (pass: AccessState['access']['pass']): ChatAccess => ({
  kind: 'pass',
  guestKey: undefined,
  endsAt: pass?.endsAt ?? null,
  useBy: pass?.useBy ?? null,
  repliedAt: pass?.adviserRepliedAt ?? null,
  minutes: pass?.minutes ?? passMinutes, // Older server versions report none.
  disputedMinutes: pass?.disputedMinutes,
})
