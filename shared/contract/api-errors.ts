/**
 * Every API error: a stable code, its HTTP status and the text that screens show. Code chooses by `code` and never
 * matches on messages.
 */
export const apiErrors = {
  invalid_json: { status: 400, message: 'The request could not be read.' },
  validation_failed: { status: 400, message: 'Please check the details and try again.' },
  invalid_signature: { status: 400, message: 'The signature does not match.' },
  unauthorized: { status: 401, message: 'No active session' },
  forbidden: { status: 403, message: 'You do not have access to this.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  already_subscribed: { status: 409, message: 'You already have an active subscription.' },
  payment_due: {
    status: 409,
    message:
      'You have an unpaid invoice. Please pay it from your profile first: paying it restores your access.',
  },
  payment_in_progress: {
    status: 409,
    message: 'A payment is already in progress. Please finish it or try again in a moment.',
  },
  file_rejected: { status: 400, message: 'This type of file cannot be added to the library.' },
  invalid_video_url: { status: 400, message: 'Please paste a valid YouTube link.' },
  not_subscribed: { status: 409, message: 'You do not have an active subscription.' },
  already_on_plan: { status: 409, message: 'You are already on this plan.' },
  payment_disputed: {
    status: 409,
    message: 'Your bank is disputing a payment. You can change your plan once the dispute has been decided.',
  },
  subscription_ending: {
    status: 409,
    message: 'Your subscription is set to end. Please resume it before you change your plan.',
  },
  amount_changed: {
    status: 409,
    message: 'The amount has changed since you last saw it. Nothing has been charged. Please check it again.',
  },
  withdrawal_period_over: {
    status: 409,
    message: 'The 14 days in which you can withdraw from this purchase are over.',
  },
  nothing_to_refund: {
    status: 409,
    message: 'This purchase has been used up, so nothing is left to refund.',
  },
  payment_declined: {
    status: 402,
    message:
      'Your card was declined. Your plan has not changed. You can change your card under Cards and Invoices and try again.',
  },
  outside_business_hours: {
    status: 409,
    message:
      'One-time chat access is only available during business hours. Subscriptions are available 24/7.',
  },
  chat_not_configured: { status: 409, message: 'Live chat is not configured yet.' },
  no_chat_access: {
    status: 409,
    message: 'You need a subscription or a one-time pass to use live chat.',
  },
  no_transcript: { status: 404, message: 'We found no conversation that we can email to you.' },
  no_transcript_address: {
    status: 409,
    message: 'Your payment has no email address that we can send the conversation to.',
  },
  chat_provider_error: {
    status: 502,
    message: 'The chat provider could not be reached. Please try again in a moment.',
  },
  session_over: { status: 409, message: 'This chat session has ended.' },
  password_too_weak: { status: 400, message: 'Password is too weak. Please choose a stronger password.' },
  password_unchanged: { status: 400, message: 'New password must be different from your current password.' },
  email_unchanged: { status: 400, message: 'This is already your email address.' },
  recent_sign_in_needed: { status: 403, message: 'Please sign in again to change your password.' },
  profile_changed: {
    status: 409,
    message:
      'Your details have been changed since you opened this page. Reload the page to see them, then try again.',
  },
  link_expired: { status: 400, message: 'This link has expired or has been used. Please request a new one.' },
  last_admin: {
    status: 409,
    message: 'You are the only admin. Please make another account an admin before you delete yours.',
  },
  response_too_large: {
    status: 413,
    message: 'Your data is too large to download here. Please contact us and we will send it to you.',
  },
  already_answered: {
    status: 409,
    message: 'Another reply has already been sent to this. Reload the item to read it.',
  },
  not_a_complaint: {
    status: 409,
    message: 'Only a complaint that is not yet acknowledged can be acknowledged.',
  },
  follow_up_closed: {
    status: 409,
    message:
      'You can ask a follow-up question within 14 days of our reply. Please submit a new ticket instead.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The request must be JSON.' },
  rate_limited: { status: 429, message: 'Rate limit exceeded. Please wait a minute and try again.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  payment_provider_error: {
    status: 502,
    message: 'The payment provider could not be reached. Please try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ApiErrorCode = keyof typeof apiErrors

/** The API errors that every operation can return. Operations declare only their additional errors. */
export const commonErrors = [
  'invalid_json',
  'validation_failed',
  'unauthorized',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
] as const satisfies readonly ApiErrorCode[]

/** The body of an error response. */
export interface ErrorBody {
  error: { code: ApiErrorCode; message: string }
}
