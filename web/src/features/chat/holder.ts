import type { AccessState } from '../../lib/access.ts'
import type { GuestPass } from './guest-pass.ts'

/** Who looks at the page, as far as the chat is concerned. Times are ISO. */
export type Holder =
  | { readonly kind: 'checking' | 'nobody' | 'unknown' }
  | {
      readonly kind: 'member'
      readonly as: 'subscriber' | 'admin'
      /** Cancelled, and until when it lasts, where that is known. */
      readonly cancelling: boolean
      readonly endsAt: string | null
    }
  | {
      readonly kind: 'pass'
      /** Undefined for a pass on the account of who is signed in. */
      readonly guestKey: string | undefined
      /** When its time is up; null while it waits for an adviser's first answer. */
      readonly endsAt: string | null
      /** By when it must be used, where that is known. */
      readonly useBy: string | null
    }

export type PassHolder = Extract<Holder, { kind: 'pass' }>

interface Known {
  /** Whether it is known yet if somebody is signed in. */
  readonly session: 'loading' | 'signed in' | 'signed out'
  readonly access: AccessState
  readonly guest: GuestPass
}

/**
 * What opens the chat for this visitor. What an account gives comes first; a guest key in the browser counts
 * for who has nothing else, signed in or not, so that signing in never costs a paid pass.
 */
export const holderOf = ({ session, access: { access, loading, failed }, guest }: Known): Holder => {
  if (session === 'loading') return { kind: 'checking' }
  if (session === 'signed in') {
    if (access.isSubscribed || access.isAdmin) return memberOf(access)
    // Fields that an older answer lacks are not there at all.
    if (access.hasOneTimeAccess) return accountPassOf(access.pass ?? null)
    if (loading) return { kind: 'checking' }
  }
  if (guest.state === 'active')
    return { kind: 'pass', guestKey: guest.key, endsAt: guest.endsAt, useBy: null }
  if (guest.state === 'checking') return { kind: 'checking' }
  return { kind: guest.state === 'unknown' || (session === 'signed in' && failed) ? 'unknown' : 'nobody' }
}

const memberOf = (access: AccessState['access']): Holder => ({
  kind: 'member',
  as: access.isSubscribed ? 'subscriber' : 'admin',
  cancelling: access.isSubscribed && access.cancelAtPeriodEnd,
  endsAt: access.subscriptionEnd,
})

const accountPassOf = (pass: AccessState['access']['pass']): Holder => ({
  kind: 'pass',
  guestKey: undefined,
  endsAt: pass?.endsAt ?? null,
  useBy: pass?.useBy ?? null,
})
