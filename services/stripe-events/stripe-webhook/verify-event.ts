import * as z from 'zod/mini'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { changedSecret, secret } from '#platform/secrets.ts'
import { Stripe, stripeClient, type StripeClient } from '#platform/stripe.ts'

/** Accepted difference between a signature's time and ours, in seconds, in both directions. */
const toleranceSeconds = 300

/** The fields of every event that we read. */
const eventFields = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
})

/** Parses the body of a verified delivery. */
const parseEvent = (bytes: Buffer): Stripe.Event => {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw apiError('invalid_json', { cause })
  }
  const parsed = eventFields.safeParse(body)
  if (!parsed.success) throw apiError('validation_failed', { cause: parsed.error })
  // Stripe signed the body, so its other fields have the shapes of the API version.
  return parsed.data as unknown as Stripe.Event
}

const isSignedWith = (stripe: StripeClient, candidate: string, bytes: Buffer, signature: string): boolean => {
  try {
    return stripe.webhooks.signature?.verifyHeader(bytes, signature, candidate, toleranceSeconds) === true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

/**
 * Verifies the signature of the exact bytes received, and returns the event. During a rotation, the stored
 * secret holds several signing secrets, separated by commas. Reads the secret again if no signature matches.
 *
 * @throws ApiError `invalid_signature`, even for a signature from the future, which Stripe's library accepts
 * @throws ApiError `invalid_json` or `validation_failed` for a signed body that is not an event
 */
export const verifyEvent = async (
  bytes: Buffer,
  signature: string | undefined,
  now: Date,
): Promise<Stripe.Event> => {
  const stripe = await stripeClient()
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  const isTimely = signedAt <= now.getTime() / 1000 + toleranceSeconds
  if (signature === undefined || !isTimely) throw apiError('invalid_signature')
  const isSigned = (secrets: string): boolean =>
    secrets.split(',').some((candidate) => isSignedWith(stripe, candidate.trim(), bytes, signature))
  const id = env('STRIPE_WEBHOOK_SECRET_ID')
  if (!isSigned(await secret(id)) && !isSigned((await changedSecret(id)) ?? ''))
    throw apiError('invalid_signature')
  return parseEvent(bytes)
}
