import { entitlementOf, noEntitlement, type ProviderSubscription } from '../../../shared/rules/entitlement.ts'
import { log } from '../../platform/log.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { type SettleNeeds, settlePayment, settleSession } from '../settle.ts'
import type { StripeSweep } from '../stripe-sweep.ts'
import { isFormer, syncCustomer, type SyncNeeds } from '../sync-customer.ts'

export interface ReconcileNeeds extends SyncNeeds, SettleNeeds {
  readonly stripe: SyncNeeds['stripe']
  readonly sweep: StripeSweep
}

export interface Report {
  /** People and passes that were looked at. */
  checked: number
  /** Those whose access was not what they had paid for, before it was mended. */
  drifted: number
  /** Those that could not be looked at; the next night tries again. */
  failed: number
}

/** Longer than Stripe tries to deliver an event, in milliseconds. */
const lookBackMs = 4 * 24 * 3600_000

/** Compares our record of one customer with Stripe and mends it. */
const checkCustomer = async (
  customerId: string,
  subscriptions: readonly ProviderSubscription[],
  needs: ReconcileNeeds,
  now: Date,
): Promise<boolean> => {
  const userId = await needs.billing.ownerOf(customerId)
  const member = userId === undefined ? undefined : await needs.billing.find(userId)
  if (userId === undefined || member === undefined || isFormer(member, customerId)) return false
  const truth = subscriptions.length === 0 ? noEntitlement : entitlementOf(subscriptions, now)
  const record = member.subscription
  const isTrue =
    isMemberSubscribed(member, now) === truth.subscribed &&
    record?.status === truth.status &&
    record?.current_period_end === truth.endsAt &&
    record?.cancel_at_period_end === truth.cancelling
  if (isTrue) return false
  const before = isMemberSubscribed(member, now)
  const { subscribed } = await syncCustomer({ userId, customerId, now }, needs)
  return before !== subscribed
}

const checkPass = async (session: string, needs: ReconcileNeeds, now: Date): Promise<boolean> => {
  if ((await needs.passes.payment(session)) !== undefined) return false
  return (await settleSession(session, needs, now)) !== undefined
}

/**
 * Looks at everybody whom Stripe knows and mends what is not as it should be: what a lost event, a fault or a
 * mistake has left behind is gone by morning. One that fails keeps nobody else from being looked at.
 */
export const reconcile = async (needs: ReconcileNeeds, now: Date): Promise<Report> => {
  const since = new Date(now.getTime() - lookBackMs)
  const report: Report = { checked: 0, drifted: 0, failed: 0 }
  const look = async (what: string, check: () => Promise<boolean>) => {
    report.checked += 1
    try {
      if (!(await check())) return
      report.drifted += 1
      log.error('access was not what had been paid for', { what })
    } catch (fault) {
      report.failed += 1
      log.error('could not be reconciled', { what, fault: fault instanceof Error ? fault.name : undefined })
    }
  }
  const moved = await needs.sweep.paymentsThatMoved(since)
  for (const intent of moved) await look(intent, async () => (await settlePayment(intent, needs, now), false))
  const live = await needs.sweep.subscriptionsByCustomer()
  for (const [customer, subscriptions] of live)
    await look(customer, () => checkCustomer(customer, subscriptions, needs, now))
  for (const customer of await needs.sweep.customersThatLeft(since))
    if (!live.has(customer)) await look(customer, () => checkCustomer(customer, [], needs, now))
  for (const session of await needs.sweep.passSessions(since))
    await look(session, () => checkPass(session, needs, now))
  return report
}
