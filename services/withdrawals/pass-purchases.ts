import { minutesLeft } from '#shared/rules/access.ts'
import { factsOf, isUsable, type Pass, restorePurchase, reversePurchase } from '#shared/rules/pass.ts'
import { passUse } from '#shared/rules/withdrawal.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { isRejection } from '#platform/stripe.ts'
import { applyPayment, type PassDependencies } from '#services/passes/apply-payment.ts'
import type { StoredPass } from '#services/passes/pass.repository.ts'
import type { PassClaim } from '#services/passes/withdrawal-claim.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { WithdrawalRefunds } from '#services/payments/stripe/refunds.ts'
import { withdrawalPurpose } from '#services/payments/stripe/reversal.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { isRecent, type Purchase, toPurchase } from './purchase.ts'

export type PassPurchaseDependencies = PassDependencies & { readonly stripe: StripeGateway }

/** A purchase of a pass, and its payment at Stripe. */
interface PassPurchase {
  readonly sessionId: string
  readonly boughtAt: Date
  readonly session: Session
  readonly intentId: string
  readonly refunds: WithdrawalRefunds
}

/** Returns whether the buyer has withdrawn from the purchase, even if the refund has failed. */
const recordsWithdrawal = ({ withdrawnMinor, failedRefundId }: WithdrawalRefunds): boolean =>
  withdrawnMinor > 0 || failedRefundId !== undefined

/** Reads what Stripe reports about the recent purchases of a pass, in the order of payment. */
const findRecent = async (
  { pass }: StoredPass,
  stripe: StripeGateway,
  now: Date,
): Promise<PassPurchase[]> => {
  const recent = Object.entries(pass.purchases)
    .filter(([, { paidAt }]) => isRecent(new Date(paidAt), now))
    .toSorted(([, a], [, b]) => compareCodeUnits(a.paidAt, b.paidAt))
  const found = await Promise.all(
    recent.map(async ([sessionId, { paidAt }]): Promise<PassPurchase | undefined> => {
      const session = await stripe.findSession(sessionId)
      if (session === undefined || session.paymentIntentId === null) return undefined
      const intentId = session.paymentIntentId
      const refunds = await stripe.findWithdrawalRefunds(intentId, sessionId)
      return { sessionId, boughtAt: new Date(paidAt), session, intentId, refunds }
    }),
  )
  return found.filter((purchase) => purchase !== undefined)
}

const purchaseOf = (
  purchase: PassPurchase,
  stored: StoredPass,
  endAccess: Purchase['endAccess'],
  { stripe, passes }: PassPurchaseDependencies,
  now: Date,
): Purchase | undefined => {
  const { sessionId, boughtAt, session, intentId, refunds } = purchase
  const { pass } = stored
  const { amountMinor, reversal } = session
  const { withdrawnMinor, otherMinor } = refunds
  const isWithdrawn = recordsWithdrawal(refunds)
  /** Another request for the same purchase may have made the refund in the meantime. */
  const isWithdrawnAtStripe = async () =>
    recordsWithdrawal(await stripe.findWithdrawalRefunds(intentId, sessionId))
  if (reversal === 'refunded' && !isWithdrawn) return undefined
  const rest = reversePurchase(pass, sessionId, now, 'refunded')
  return toPurchase(
    {
      id: sessionId,
      plan: 'one-time',
      boughtAt,
      useAt: (at) => passUse(pass, sessionId, at),
      unit: 'minutes',
      minutesLeft: isUsable(rest, now) ? minutesLeft(factsOf(rest), now) : 0,
      hasEnded: !isUsable(pass, now),
      startRequested: session.startRequest !== undefined,
      payments: [{ intentId, amountMinor, refundedMinor: otherMinor }],
      endsRenewals: false,
      obstacle: reversal === 'refunded' ? undefined : reversal,
      isWithdrawn,
      refund: async ({ refundMinor: amount }) => {
        if (withdrawnMinor > 0) return { state: 'refunded', refundMinor: withdrawnMinor }
        // The minutes that were used count for the other purchases first, so none may be added or refunded meanwhile.
        const claim = isWithdrawn ? undefined : await passes.claimWithdrawal(stored, sessionId, now)
        if (typeof claim === 'string' && !(await isWithdrawnAtStripe())) return { state: claim }
        const purpose = `${withdrawalPurpose}${sessionId}`
        const refund = { amountMinor: amount, totalMinor: amount, deductedMinor: otherMinor, purpose }
        const outcome = await releasingIfRejected(claim, () => stripe.refundPart(intentId, refund))
        if (outcome.state === 'failed') return { state: 'refund_failed' }
        if (outcome.state !== 'refunded') return { state: 'disputed' }
        const { amountMinor: refundMinor } = outcome
        if (refundMinor > 0) return { state: 'refunded', refundMinor }
        // Staff may have refunded what was due, and not the rest: the pass then stays usable.
        if (typeof claim === 'object') await claim.release()
        return { state: 'nothing_left' }
      },
      endAccess,
    },
    now,
  )
}

/** Runs a refund. Releases the claim if Stripe rejects it, so that the pass can be withdrawn from or extended. */
const releasingIfRejected = async <T>(
  claim: PassClaim | string | undefined,
  refund: () => Promise<T>,
): Promise<T> => {
  try {
    return await refund()
  } catch (error) {
    if (typeof claim === 'object' && isRejection(error)) await claim.release()
    throw error
  }
}

/** Applies what Stripe reports about the purchases of a pass: the events about refunds and disputes may be late. */
const withReversals = (pass: Pass, purchases: readonly PassPurchase[], now: Date): Pass => {
  let current = pass
  for (const { sessionId, session } of purchases)
    current =
      session.reversal === undefined
        ? restorePurchase(current, sessionId, now)
        : reversePurchase(current, sessionId, now, session.reversal)
  return current
}

const findInPass = async (
  stored: StoredPass,
  deps: PassPurchaseDependencies,
  now: Date,
): Promise<Purchase[]> => {
  const recent = await findRecent(stored, deps.stripe, now)
  const pass = withReversals(stored.pass, recent, now)
  const outdated = recent.filter((purchase) => withReversals(stored.pass, [purchase], now) !== stored.pass)
  return recent.flatMap((purchase) => {
    /** Also applies reversals of other purchases that the stored pass does not show yet. */
    const endAccess = async () => {
      for (const sessionId of new Set([...outdated, purchase].map((one) => one.sessionId))) {
        const session = await deps.stripe.findSession(sessionId)
        if (session !== undefined) await applyPayment(session, deps, now)
      }
    }
    const withdrawable = purchaseOf(purchase, { ...stored, pass }, endAccess, deps, now)
    return withdrawable === undefined ? [] : [withdrawable]
  })
}

/** Finds the recent purchases of passes. */
export const findPassPurchases = async (
  passes: readonly StoredPass[],
  deps: PassPurchaseDependencies,
  now: Date,
): Promise<Purchase[]> => (await Promise.all(passes.map((stored) => findInPass(stored, deps, now)))).flat()
