/** The codes of all API errors. Most texts are in `api-errors.ts`, so that pages do not load them. */
export const apiErrorCodes = [
  'invalid_json',
  'validation_failed',
  'invalid_signature',
  'unauthorized',
  'forbidden',
  'second_factor_required',
  'not_found',
  'method_not_allowed',
  'already_subscribed',
  'payment_due',
  'payment_in_progress',
  'file_rejected',
  'invalid_video_url',
  'not_subscribed',
  'already_on_plan',
  'payment_disputed',
  'subscription_ending',
  'amount_changed',
  'withdrawal_period_over',
  'nothing_to_refund',
  'refund_failed',
  'payment_declined',
  'outside_business_hours',
  'chat_not_configured',
  'no_chat_access',
  'no_transcript',
  'no_transcript_address',
  'chat_provider_error',
  'session_over',
  'password_too_weak',
  'password_unchanged',
  'password_change_unfinished',
  'email_unchanged',
  'recent_sign_in_needed',
  'second_factor_already_set_up',
  'second_factor_not_set_up',
  'code_rejected',
  'passkey_unknown',
  'passkey_not_created',
  'passkey_expired',
  'too_many_passkeys',
  'profile_changed',
  'link_expired',
  'last_admin',
  'response_too_large',
  'already_answered',
  'not_a_complaint',
  'upload_busy',
  'search_not_ready',
  'item_changed',
  'follow_up_closed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'payment_provider_error',
] as const
export type ApiErrorCode = (typeof apiErrorCodes)[number]

/**
 * The texts of errors for which our server sends no text: errors of API Gateway, and a few that pages detect
 * themselves.
 */
export const pageTexts = {
  unauthorized: 'No active session',
  forbidden: 'You do not have access to this.',
  payload_too_large: 'The request is too large.',
  rate_limited: 'Rate limit exceeded. Please wait a minute and try again.',
  internal: 'Something went wrong. Please try again.',
  outside_business_hours:
    'One-time chat access is only available during business hours. Subscriptions are available 24/7.',
} as const satisfies Partial<Record<ApiErrorCode, string>>

/**
 * The API errors that match the responses that API Gateway generates itself, by status. Their body is `{"message"}`,
 * which cannot be changed, and their request id is in the header `apigw-requestid`.
 */
export const gatewayErrors: Readonly<Partial<Record<number, keyof typeof pageTexts>>> = {
  401: 'unauthorized',
  403: 'forbidden',
  413: 'payload_too_large',
  429: 'rate_limited',
  500: 'internal',
  503: 'internal',
}
