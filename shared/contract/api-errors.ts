import { type ApiErrorCode, pageTexts } from './api-error-codes.ts'

export { type ApiErrorCode, gatewayErrors } from './api-error-codes.ts'

/**
 * Every API error: a stable code, its HTTP status and the text that screens show. Code chooses by `code` and never
 * matches on messages.
 */
export const apiErrors = {
  invalid_json: { status: 400, message: 'The request could not be read.' },
  validation_failed: { status: 400, message: 'Please check the details and try again.' },
  invalid_signature: { status: 400, message: 'The signature does not match.' },
  unauthorized: { status: 401, message: pageTexts.unauthorized },
  forbidden: { status: 403, message: pageTexts.forbidden },
  second_factor_required: {
    status: 403,
    message: 'Please enter the code from your authenticator app.',
  },
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
    message: 'One of your payments is disputed. You can change your plan once the dispute is settled.',
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
    message: 'The 14-day withdrawal period for this purchase has ended.',
  },
  nothing_to_refund: {
    status: 409,
    message: 'This purchase has been used up, so nothing is left to refund.',
  },
  refund_failed: {
    status: 409,
    message: 'You have withdrawn from this purchase, but the refund failed.',
  },
  payment_declined: {
    status: 402,
    message:
      'Your card was declined. Your plan has not changed. You can change your card under Cards and Invoices and try again.',
  },
  outside_business_hours: {
    status: 409,
    message: pageTexts.outside_business_hours,
  },
  chat_not_configured: { status: 409, message: 'Live chat is not configured yet.' },
  no_chat_access: {
    status: 409,
    message: 'You need a subscription or a one-time pass to use live chat.',
  },
  no_transcript: { status: 404, message: 'We couldn’t find a conversation to email to you.' },
  no_transcript_address: {
    status: 409,
    message: 'We couldn’t email the conversation, because you paid without an email address.',
  },
  chat_provider_error: {
    status: 502,
    message: 'The chat provider could not be reached. Please try again in a moment.',
  },
  session_over: { status: 409, message: 'This chat session has ended.' },
  password_too_weak: { status: 400, message: 'Password is too weak. Please choose a stronger password.' },
  password_unchanged: { status: 400, message: 'New password must be different from your current password.' },
  password_change_unfinished: { status: 409, message: 'Please finish changing your password first.' },
  email_unchanged: { status: 400, message: 'This is already your email address.' },
  recent_sign_in_needed: { status: 403, message: 'Please sign in again to change your password.' },
  second_factor_already_set_up: {
    status: 409,
    message: 'Your account already has an authenticator app. Please enter its code.',
  },
  second_factor_not_set_up: {
    status: 409,
    message: 'Your account has no authenticator app yet. Please set one up first.',
  },
  code_rejected: {
    status: 400,
    message: 'That code is wrong or has been used. Please enter the newest code that your app shows.',
  },
  passkey_unknown: {
    status: 400,
    message:
      'We don’t recognise this passkey. It may have been removed from your account. Please sign in another way.',
  },
  passkey_not_created: {
    status: 400,
    message: 'This passkey could not be added. Nothing has changed. Please try another device or browser.',
  },
  passkey_expired: { status: 400, message: 'That took too long. Please try again.' },
  too_many_passkeys: {
    status: 409,
    message: 'Your account has the maximum number of passkeys. Please remove one before you add another.',
  },
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
    message: 'This is too large to load at once. Please contact us and we will send it to you.',
  },
  already_answered: {
    status: 409,
    message: 'Someone has already replied to this item. Please reload it to read the reply.',
  },
  not_a_complaint: {
    status: 409,
    message: 'This item is not a complaint, or the complaint has already been acknowledged.',
  },
  upload_busy: { status: 409, message: 'This file is being replaced. Please try again in a minute.' },
  search_not_ready: {
    status: 503,
    message: 'The search inside the files is still being prepared. Please try again in a moment.',
  },
  item_changed: {
    status: 409,
    message: 'Another admin has changed this item since you opened it. Nothing was saved.',
  },
  follow_up_closed: {
    status: 409,
    message:
      'You can ask a follow-up question within 14 days of our reply. Please submit a new ticket instead.',
  },
  payload_too_large: { status: 413, message: pageTexts.payload_too_large },
  unsupported_media_type: { status: 415, message: 'The request must be JSON.' },
  rate_limited: { status: 429, message: pageTexts.rate_limited },
  internal: { status: 500, message: pageTexts.internal },
  payment_provider_error: {
    status: 502,
    message: 'The payment provider could not be reached. Please try again.',
  },
} as const satisfies Record<ApiErrorCode, { status: number; message: string }>

/** The API errors that every operation can return. Operations declare only their additional errors. */
export const commonErrors = [
  'invalid_json',
  'validation_failed',
  'unauthorized',
  'forbidden',
  'second_factor_required',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
] as const satisfies readonly ApiErrorCode[]

/** The body of an error response. */
export interface ErrorBody {
  error: { code: ApiErrorCode; message: string }
}
