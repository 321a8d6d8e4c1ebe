import { passMinutes } from '../../shared/values/plans.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { Session } from './stripe.gateway.ts'

/** What our code writes on the Checkout Session of a pass that a signed-in person buys. */
export const passKind = 'pass'

/**
 * Turns a paid one-time session into its pass: the one way for the webhook and for the success page. A
 * session grants at most one pass, whoever asks first, however often.
 *
 * @returns whether the session gives access
 */
export const activate = async (session: Session, billing: BillingRepository, now: Date): Promise<boolean> => {
  if (session.mode !== 'payment' || session.kind !== passKind || session.userId === null) return false
  if (!session.isComplete || !session.paid) return false
  await billing.grantPass({
    user_id: session.userId,
    session_id: session.id,
    paid_at: now.toISOString(),
    minutes: passMinutes,
  })
  return true
}
