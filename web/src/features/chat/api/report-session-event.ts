import type { SessionEvent } from '../../../../../shared/contract/passes.ts'
import { call, callAsGuest } from '../../../lib/call.ts'

/** Reports on the pass of a guest key; without one, on that of the signed-in person. Throws `CallError`. */
export const reportSessionEvent = (event: SessionEvent, guestKey: string | undefined) =>
  guestKey === undefined
    ? call('one-time-session-event', { event }, { keepalive: true })
    : callAsGuest('guest-session-event', { event, guest_key: guestKey }, { keepalive: true })
