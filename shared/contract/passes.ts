import * as z from 'zod/mini'
import { inChat, nothing, reversal, sessionId } from './fields.ts'
import { operation } from './operation.ts'

/** The key of a guest pass: 256 bits, stored in the browser. The table stores only a hash. */
const guestKey = z.string()

export const createGuestPass = operation({
  name: 'create-guest-pass',
  summary:
    'Opens the hosted payment page for a one-time chat pass, for a guest or for the signed-in account. With the guest key of an active pass, the purchase extends that pass.',
  caller: 'optionalAuth',
  body: z.looseObject({ guest_key: z.optional(guestKey) }),
  /** The guest key gives no access until the pass is paid. Absent for a signed-in caller. */
  ok: z.object({ url: z.url(), guest_key: z.optional(z.string()) }),
  errors: [
    'already_subscribed',
    'payment_due',
    'payment_disputed',
    'outside_business_hours',
    'payment_in_progress',
    'payment_provider_error',
  ],
  limits: [{ by: 'client', max: 10, windowSeconds: 3600 }],
})

export const verifyGuestPass = operation({
  name: 'verify-guest-pass',
  summary: 'Returns the guest key of a paid guest pass to the browser that returns from payment.',
  caller: 'anyone',
  body: z.object({ session_id: sessionId }),
  /**
   * `key_in_email`: paid more than a day ago, so only the link in the pass email restores the key. `reversal`: why a
   * payment that was made is `not_paid`. `is_over`: the pass was used up, was given up or has expired.
   */
  ok: z.union([
    z.object({ guest_key: z.string(), is_over: z.optional(z.boolean()) }),
    z.object({ status: z.enum(['not_guest_pass', 'not_paid', 'key_in_email']), reversal }),
  ]),
  errors: ['not_found', 'payment_provider_error'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

export const verifyPayment = operation({
  name: 'verify-payment',
  summary: "Activates the pass of the caller's paid Checkout Session. Calling it again changes nothing.",
  caller: 'signedIn',
  body: z.object({ session_id: sessionId }),
  /** `is_over`: the pass was used up, was given up or has expired since. */
  ok: z.object({ access_activated: z.boolean(), reversal, is_over: z.optional(z.boolean()) }),
  errors: ['not_found', 'payment_provider_error'],
  // Each call reads the session from Stripe, whose own limit all users share.
  limits: [{ by: 'user', max: 60, windowSeconds: 60 }],
})

export const checkGuestAccess = operation({
  name: 'check-guest-access',
  summary:
    'Returns whether a guest key gives access to the chat. With `in_chat`, records that the holder of a waiting pass is in the chat. Allows 20 unknown keys per minute.',
  caller: 'anyone',
  body: z.object({ guest_key: guestKey, in_chat: inChat }),
  /**
   * ISO times of an active pass. `ends_at` is absent until the session has started; until then `use_by` is the time
   * when the pass expires, and `adviser_replied_at` the time of the first reply that the holder has not seen. `minutes`
   * is the total of its purchases that count, including minutes already used, and `disputed_minutes` that of those which
   * do not count while their payments are disputed, if there are any. `expired_at` is when the pass of this key
   * expired unused. `reversal` is why it gives no access that it would give without a refund or dispute. For any other
   * key without access, only `active` is set.
   */
  ok: z.object({
    active: z.boolean(),
    ends_at: z.optional(z.string()),
    use_by: z.optional(z.string()),
    adviser_replied_at: z.optional(z.string()),
    minutes: z.optional(z.int()),
    disputed_minutes: z.optional(z.int()),
    expired_at: z.optional(z.string()),
    reversal,
  }),
  errors: ['rate_limited'],
})

export const hasActiveOneTimeAccess = operation({
  name: 'has-active-one-time-access',
  summary: 'Returns whether the caller has an active one-time pass.',
  caller: 'signedIn',
  body: nothing,
  ok: z.boolean(),
})

/** `started`: the adviser sent the first reply. `ended`: the conversation ended; the pass keeps its minutes. */
export const sessionEvents = ['started', 'ended'] as const
export type SessionEvent = (typeof sessionEvents)[number]

const sessionEventFields = z.object({
  event: z.enum(sessionEvents),
  /** With `ended`: the holder has confirmed giving up the remaining minutes, so the pass is over. */
  give_up: z.optional(z.boolean()),
})
export type SessionEventFields = z.infer<typeof sessionEventFields>

export const guestSessionEvent = operation({
  name: 'guest-session-event',
  summary: "Reports the adviser's first reply, or the end of the chat, for a guest pass.",
  caller: 'anyone',
  body: z.extend(sessionEventFields, { guest_key: guestKey }),
  ok: z.object({}),
  errors: ['not_found', 'session_over'],
  limits: [{ by: 'client', max: 60, windowSeconds: 60 }],
})

export const oneTimeSessionEvent = operation({
  name: 'one-time-session-event',
  summary: "Reports the adviser's first reply, or the end of the chat, for the caller's own pass.",
  caller: 'signedIn',
  body: sessionEventFields,
  ok: z.object({}),
  errors: ['not_found', 'session_over'],
  limits: [{ by: 'user', max: 60, windowSeconds: 60 }],
})
