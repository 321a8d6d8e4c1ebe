import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { secret } from '#platform/secrets.ts'
import { type Stripe, stripeClient } from '#platform/stripe.ts'

/** Accepted difference between a signature's time and ours, in seconds, in both directions. */
const toleranceSeconds = 300

/**
 * Verifies the signature of the exact bytes received, and returns the event. During a rotation, the stored
 * secret holds several signing secrets, separated by commas.
 *
 * @throws ApiError `invalid_signature`, also for a signature from the future, which Stripe's library accepts
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
  const secrets = (await secret(env('STRIPE_WEBHOOK_SECRET_ID'))).split(',')
  for (const [index, candidate] of secrets.entries()) {
    try {
      return stripe.webhooks.constructEvent(bytes, signature, candidate.trim(), toleranceSeconds)
    } catch (cause) {
      if (index === secrets.length - 1) throw apiError('invalid_signature', { cause })
    }
  }
  throw apiError('invalid_signature')
}
