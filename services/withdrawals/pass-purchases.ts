import { endOf, isUsable, minutesOf, type Pass, reversePurchase } from '#shared/rules/pass.ts'
import { passUse } from '#shared/rules/withdrawal.ts'
import { compareCodeUnits } from '#shared/rules/order.ts'
import { applyPayment, type PassDependencies } from '#services/passes/apply-payment.ts'
import type { StoredPass } from '#services/passes/pass.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { WithdrawalRefunds } from '#services/payments/stripe/refunds.ts'
import { withdrawalPurpose } from '#services/payments/stripe/reversal.ts'
import { isRecent, type Purchase, toPurchase } from './purchase.ts'

export type PassPurchaseDependencies = PassDependencies & { readonly stripe: StripeGateway }

interface PassPurchase {
  readonly sessionId: string
  readonly boughtAt: Date
}

/** Returns the minutes of access that a pass gives from now on. The time of a waiting pass has not started. */
const minutesLeftOf = (pass: Pass, now: Date): number => {
  if (!isUsable(pass, now)) return 0
  return pass.startedAt === undefined
    ? minutesOf(pass)
    : Math.round((endOf(pass).getTime() - now.getTime()) / 60_000)
}

/** Returns whether the buyer has withdrawn from the purchase, even if the refund has failed. */
const recordsWithdrawal = ({ withdrawnMinor, failedRefundId }: WithdrawalRefunds): boolean =>
  withdrawnMinor > 0 || failedRefundId !== undefined

const purchaseOf = async (
  stored: StoredPass,
  { sessionId, boughtAt }: PassPurchase,
  deps: PassPurchaseDependencies,
  now: Date,
): Promise<Purchase | undefined> => {
  const { stripe, passes } = deps
  const { pass } = stored
  const session = await stripe.findSession(sessionId)
  if (session === undefined || session.paymentIntentId === null) return undefined
  const { paymentIntentId: intentId, amountMinor, reversal } = session
  const refunds = await stripe.findWithdrawalRefunds(intentId, sessionId)
  const { withdrawnMinor, otherMinor } = refunds
  const isWithdrawn = recordsWithdrawal(refunds)
  /** Another request for the same purchase may have made the refund in the meantime. */
  const isWithdrawnAtStripe = async () =>
    recordsWithdrawal(await stripe.findWithdrawalRefunds(intentId, sessionId))
  if (reversal === 'refunded' && !isWithdrawn) return undefined
  const rest = reversePurchase(pass, sessionId, now)
  return toPurchase(
    {
      id: sessionId,
      plan: 'one-time',
      boughtAt,
      useAt: (at) => passUse(pass, sessionId, at),
      unit: 'minutes',
      minutesLeft: minutesLeftOf(rest, now),
      startRequested: session.startRequest !== undefined,
      payments: [{ intentId, amountMinor, refundedMinor: otherMinor }],
      isDisputed: reversal === 'disputed' || reversal === 'dispute_lost',
      isWithdrawn,
      refund: async ({ refundMinor: amount }) => {
        if (withdrawnMinor > 0) return { state: 'refunded', refundMinor: withdrawnMinor }
        // The minutes used count as those of the other purchases: none may be added or refunded at the same time.
        const isFree = isWithdrawn || (await passes.claimWithdrawal(stored, sessionId, now))
        if (!isFree && !(await isWithdrawnAtStripe())) return { state: 'changed' }
        const purpose = `${withdrawalPurpose}${sessionId}`
        const refund = { amountMinor: amount, totalMinor: amount, purpose }
        const outcome = await stripe.refundPart(intentId, refund)
        if (outcome.state === 'failed') return { state: 'refund_failed' }
        if (outcome.state !== 'refunded') return { state: 'disputed' }
        const { amountMinor: refundMinor } = outcome
        return refundMinor === 0 ? { state: 'nothing_left' } : { state: 'refunded', refundMinor }
      },
      endAccess: async () => {
        const refunded = await stripe.findSession(sessionId)
        if (refunded !== undefined) await applyPayment(refunded, deps, now)
      },
    },
    now,
  )
}

/** Finds the recent purchases of passes. */
export const findPassPurchases = async (
  passes: readonly StoredPass[],
  deps: PassPurchaseDependencies,
  now: Date,
): Promise<Purchase[]> => {
  const found: Purchase[] = []
  for (const stored of passes)
    // In the order of payment.
    for (const [sessionId, { paidAt }] of Object.entries(stored.pass.purchases).toSorted(([, a], [, b]) =>
      compareCodeUnits(a.paidAt, b.paidAt),
    )) {
      const boughtAt = new Date(paidAt)
      if (!isRecent(boughtAt, now)) continue
      const purchase = await purchaseOf(stored, { sessionId, boughtAt }, deps, now)
      if (purchase !== undefined) found.push(purchase)
    }
  return found
}
