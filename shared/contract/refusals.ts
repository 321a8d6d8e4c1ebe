/**
 * Every refusal that a caller can meet: a stable code, its HTTP status and the words that screens show.
 * Screens choose by code; nobody matches on messages.
 */
export const refusals = {
  invalid_json: { status: 400, message: 'The request could not be read.' },
  validation_failed: { status: 400, message: 'Please check the details and try again.' },
  invalid_signature: { status: 400, message: 'The signature does not match.' },
  unauthorized: { status: 401, message: 'No active session' },
  forbidden: { status: 403, message: 'You do not have access to this.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  already_subscribed: { status: 409, message: 'You already have an active subscription.' },
  payment_in_progress: {
    status: 409,
    message: 'A payment is already under way. Please finish it or try again in a moment.',
  },
  file_rejected: { status: 400, message: 'This file is not of a type that the library takes.' },
  invalid_video_url: { status: 400, message: 'Please paste a valid YouTube link.' },
  not_subscribed: { status: 409, message: 'You do not have an active subscription.' },
  outside_business_hours: {
    status: 409,
    message:
      'One-time chat access is only available during business hours. Subscriptions are available 24/7.',
  },
  chat_not_configured: { status: 409, message: 'Live chat is not configured yet.' },
  no_chat_access: {
    status: 409,
    message: 'Live chat comes with a subscription or with a one-time pass.',
  },
  session_over: { status: 409, message: 'This chat session is over.' },
  password_too_weak: { status: 400, message: 'Password is too weak. Please choose a stronger password.' },
  password_unchanged: { status: 400, message: 'New password must be different from your current password.' },
  recent_sign_in_needed: { status: 403, message: 'Please sign in again to change your password.' },
  last_admin: {
    status: 409,
    message: 'You are the last admin. Please make somebody else an admin before you delete your account.',
  },
  answer_too_large: {
    status: 413,
    message: 'Your data is too large to be sent at once. Please write to us, and we send it to you.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Please send JSON.' },
  rate_limited: { status: 429, message: 'Rate limit exceeded. Please wait a minute and try again.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  payment_provider_error: {
    status: 502,
    message: 'The payment provider could not be reached. Please try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** The refusals that `serve` makes by itself; an operation declares only those that it adds. */
export const commonRefusals = [
  'invalid_json',
  'validation_failed',
  'unauthorized',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
] as const satisfies readonly RefusalCode[]

/** What a failed call carries: `{"error":{"code","message"}}`. */
export interface FailureBody {
  error: { code: RefusalCode; message: string }
}
