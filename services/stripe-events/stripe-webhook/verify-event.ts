import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { changedSecret, secret } from '#platform/secrets.ts'
import { type Stripe, stripeClient } from '#platform/stripe.ts'

/** Accepted difference between a signature's time and ours, in seconds, in both directions. */
const toleranceSeconds = 300

/**
 * Verifies the signature of the exact bytes received, and returns the event. During a rotation, the stored
 * secret holds several signing secrets, separated by commas. Reads the secret again if no signature matches.
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
  const verify = (secrets: string): Stripe.Event | undefined => {
    for (const candidate of secrets.split(','))
      try {
        return stripe.webhooks.constructEvent(bytes, signature, candidate.trim(), toleranceSeconds)
      } catch {
        // Signed with another secret, or forged. The caller rejects the event if no secret fits.
      }
    return undefined
  }
  const id = env('STRIPE_WEBHOOK_SECRET_ID')
  const event = verify(await secret(id)) ?? verify((await changedSecret(id)) ?? '')
  if (event === undefined) throw apiError('invalid_signature')
  return event
}
