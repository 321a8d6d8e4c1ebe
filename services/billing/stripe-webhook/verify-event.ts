import { env } from '../../platform/env.ts'
import { refused } from '../../platform/refusal.ts'
import { secret } from '../../platform/secrets.ts'
import { type Stripe, stripeClient } from '../../platform/stripe.ts'

/** How far a signature's time may be off, in seconds, into the past and into the future. */
const toleranceSeconds = 300

/**
 * Reads an event from the exact bytes that were signed. The secret may name several, separated by commas,
 * while it is being rotated.
 *
 * @throws Refusal `invalid_signature`, also for a signature from the future, which the library would accept
 */
export const verifyEvent = async (
  bytes: Buffer,
  signature: string | undefined,
  now: Date,
): Promise<Stripe.Event> => {
  const stripe = await stripeClient()
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  const isTimely = signedAt <= now.getTime() / 1000 + toleranceSeconds
  if (signature === undefined || !isTimely) throw refused('invalid_signature')
  const secrets = (await secret(env('STRIPE_WEBHOOK_SECRET_ID'))).split(',')
  for (const [index, candidate] of secrets.entries()) {
    try {
      return stripe.webhooks.constructEvent(bytes, signature, candidate.trim(), toleranceSeconds)
    } catch (cause) {
      if (index === secrets.length - 1) throw refused('invalid_signature', { cause })
    }
  }
  throw refused('invalid_signature')
}
