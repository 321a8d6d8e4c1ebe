import * as z from 'zod'
import { nothing, sessionId } from './fields.ts'
import { operation } from './operation.ts'

/** What opens a guest pass: 256 bits, which the browser keeps and the table knows only as a hash. */
const guestKey = z.string()

export const createGuestPass = operation({
  name: 'create-guest-pass',
  summary:
    'Opens the hosted payment page for a one-time chat pass: a guest pass, or access on the account of who is signed in. A guest key sent along has its pass extended while it lasts.',
  caller: 'eitherWay',
  body: z.looseObject({ guest_key: guestKey.optional() }),
  /** The key opens nothing before the pass is paid; who is signed in needs none. */
  ok: z.object({ url: z.url(), guest_key: z.string().optional() }),
  refusals: ['already_subscribed', 'outside_business_hours', 'payment_in_progress', 'payment_provider_error'],
  limits: [{ by: 'client', max: 10, windowSeconds: 3600 }],
})

export const verifyGuestPass = operation({
  name: 'verify-guest-pass',
  summary: 'Gives the guest key of a paid guest pass to the browser that came back from paying.',
  caller: 'anyone',
  body: z.object({ session_id: sessionId }),
  /** `key_in_mail`: paid more than a day ago, so only the link in the receipt brings the key back. */
  ok: z.union([
    z.object({ guest_key: z.string() }),
    z.object({ status: z.enum(['not_guest_pass', 'not_paid', 'key_in_mail']) }),
  ]),
  refusals: ['not_found', 'payment_provider_error'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

export const verifyPayment = operation({
  name: 'verify-payment',
  summary: "Turns the caller's paid one-time session into access, once.",
  caller: 'signedIn',
  body: z.object({ session_id: sessionId }),
  ok: z.object({ access_activated: z.boolean() }),
  refusals: ['not_found', 'payment_provider_error'],
})

export const checkGuestAccess = operation({
  name: 'check-guest-access',
  summary: 'Says whether a guest key opens the chat. Twenty misses in a minute are the limit.',
  caller: 'anyone',
  body: z.object({ guest_key: guestKey }),
  /** `ends_at` once the time runs: ISO time. */
  ok: z.object({ active: z.boolean(), ends_at: z.string().optional() }),
})

export const hasActiveOneTimeAccess = operation({
  name: 'has-active-one-time-access',
  summary: 'Says whether the caller holds a one-time pass that is not over.',
  caller: 'signedIn',
  body: nothing,
  ok: z.boolean(),
})

/** `started`: an adviser has answered, and the time runs. `ended`: the chat was ended. */
export const sessionEvents = ['started', 'ended'] as const
export type SessionEvent = (typeof sessionEvents)[number]

export const guestSessionEvent = operation({
  name: 'guest-session-event',
  summary: "Reports the adviser's first answer, or the end of the chat, on a guest pass.",
  caller: 'anyone',
  body: z.object({ event: z.enum(sessionEvents), guest_key: guestKey }),
  ok: z.object({}),
  refusals: ['not_found', 'session_over'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

export const oneTimeSessionEvent = operation({
  name: 'one-time-session-event',
  summary: "Reports the adviser's first answer, or the end of the chat, on the caller's own pass.",
  caller: 'signedIn',
  body: z.object({ event: z.enum(sessionEvents) }),
  ok: z.object({}),
  refusals: ['not_found', 'session_over'],
  limits: [{ by: 'user', max: 60, windowSeconds: 60 }],
})
