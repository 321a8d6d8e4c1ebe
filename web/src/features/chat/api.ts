import type { SessionEvent } from '#shared/contract/passes.ts'
import { callForPageUser } from '#web/lib/call-for-page-user.ts'
import { call, callAnonymously, type CallBody } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when it needs a session and there is none.

/**
 * Returns whether a guest key gives access to the chat and, once its time runs, when that access ends. `inChat`: also
 * tells the server that the holder is in the chat.
 */
export const checkGuestAccess = (guestKey: string, inChat = false) =>
  callAnonymously(
    'check-guest-access',
    { guest_key: guestKey, ...(inChat ? { in_chat: true } : {}) },
    { timeoutMs: 10_000 },
  )

/**
 * Returns the address of the payment page for a pass. A signed-in user buys for their account. A guest with a key
 * extends the pass of that key.
 */
export const createGuestPass = (buyer: { signedIn: boolean; guestKey: string | undefined }) => {
  const body = buyer.guestKey === undefined ? {} : { guest_key: buyer.guestKey }
  return buyer.signedIn ? call('create-guest-pass', {}) : callAnonymously('create-guest-pass', body)
}

/**
 * Reports an event for the pass of a guest key or, without a key, for the pass of the signed-in account. `give_up`: the
 * visitor has confirmed giving up the remaining minutes.
 */
export const reportSessionEvent = (
  report: { readonly event: SessionEvent; readonly give_up?: true },
  guestKey: string | undefined,
) =>
  guestKey === undefined
    ? call('one-time-session-event', report, { keepalive: true })
    : callAnonymously('guest-session-event', { ...report, guest_key: guestKey }, { keepalive: true })

/** Returns the signed identity of the chat visitor: the holder of a guest key, or the signed-in account. */
export const signChatVisitor = (guestKey: string | undefined) =>
  guestKey === undefined
    ? call('sign-chat-visitor', {})
    : callAnonymously('sign-chat-visitor', { guest_key: guestKey })

/** Emails the conversation of the holder of a guest key, or of the signed-in account. Returns the masked address. */
export const emailTranscript = (guestKey: string | undefined) =>
  guestKey === undefined
    ? call('email-transcript', {})
    : callAnonymously('email-transcript', { guest_key: guestKey })

/** Submits a ticket and returns when the advisers will reply. */
export const submitTicket = (ticket: CallBody<'submit-ticket'>) => callForPageUser('submit-ticket', ticket)
