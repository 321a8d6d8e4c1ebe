import { errorFields, log } from '#platform/log.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import { refundOrphanedPayment } from '#services/subscriptions/late-payments.ts'
import { repayEnded } from '#services/subscriptions/repay.ts'
import { ownsCustomer, type SyncDependencies } from '#services/subscriptions/sync-customer.ts'
import {
  applyPassSession,
  applyPaymentChange,
  type PaymentChangeDependencies,
} from '../apply-payment-change.ts'
import { emailAboutEvent } from '../money-emails/email-about-event.ts'
import type { RecordedMoneyEvent } from '../money-emails/money-event.ts'
import { checksOfCustomers } from './check-customers.ts'
import { isUnmatchedPayment } from './is-unmatched-payment.ts'
import type { ClosedInvoice, StripeSweep } from '../stripe-sweep.ts'

export interface ReconcileDependencies extends SyncDependencies, PaymentChangeDependencies {
  readonly stripe: SyncDependencies['stripe']
  readonly sweep: StripeSweep
  readonly customers: CustomerRepository
}

export interface ReconcileReport {
  /** Customers, payments and pass sessions that were checked. */
  checked: number
  /**
   * Customers and passes whose access differed from Stripe, and payments that had bought nothing. They are corrected.
   */
  drifted: number
  /** Payments that bought no access and were not refunded, although every check was done. Staff must look into them. */
  unmatched: number
  /** Checks that failed. The next run retries them. */
  failed: number
}

/**
 * Time before the end of the last complete run that each run reads again, in milliseconds. Stripe retries webhooks for
 * three days.
 */
export const lookBackMs = 4 * 24 * 3600_000

/** Refunds the payment of a customer without an account if it was late or for a duplicate. Returns whether it did. */
const checkOrphanedPayment = async (
  { id, customerId, subscriptionId }: ClosedInvoice,
  deps: ReconcileDependencies,
): Promise<boolean> => {
  const account = await deps.customers.findByCustomer(customerId)
  if (ownsCustomer(account, customerId)) return false
  if (await refundOrphanedPayment(id, deps.stripe)) return true
  return subscriptionId !== null && repayEnded(subscriptionId, deps.stripe)
}

/** Unlinks a customer that was deleted at Stripe, so that its account can buy again. */
const unlinkDeleted = async (customerId: string, { customers }: ReconcileDependencies): Promise<void> => {
  const userId = await customers.findUserId(customerId)
  if (userId !== undefined) await customers.unlink(userId, customerId)
}

/** Sends the email about an event that never reached the webhook. Access does not depend on it, so it is not drift. */
const checkEmail = async (
  event: RecordedMoneyEvent,
  deps: ReconcileDependencies,
  now: Date,
): Promise<boolean> => {
  if (await deps.events.isProcessed(event.eventId)) return false
  await emailAboutEvent(event, deps, now)
  await deps.events.recordEmailed(event, now)
  return false
}

/**
 * Applies the payment of a pass session that no earlier call applied. Returns whether it created or extended a pass.
 */
const checkPass = async (session: string, deps: ReconcileDependencies, now: Date): Promise<boolean> => {
  if ((await deps.passes.findPayment(session)) !== undefined) return false
  return (await applyPassSession(session, deps, now)) !== undefined
}

/**
 * Compares every customer and recent payment at Stripe with our records, and corrects differences that lost
 * events or errors left. A failed check does not stop the others. Ended subscriptions and payments are checked `since`
 * that time: by default, four days ago.
 */
export const reconcile = async (
  deps: ReconcileDependencies,
  now: Date,
  since = new Date(now.getTime() - lookBackMs),
): Promise<ReconcileReport> => {
  const report: ReconcileReport = { checked: 0, drifted: 0, unmatched: 0, failed: 0 }
  const runCheck = async (id: string, check: () => Promise<boolean>) => {
    report.checked += 1
    try {
      if (!(await check())) return
      report.drifted += 1
      log.error('corrected access or a payment that differed from Stripe', { id })
    } catch (error) {
      report.failed += 1
      log.error('check of the reconciliation failed', { id, ...errorFields(error) })
    }
  }
  const changed = new Set<string>()
  for (const intent of await deps.sweep.listReversedPayments(since))
    await runCheck(intent, async () => {
      const customer = await applyPaymentChange(intent, deps, now)
      if (customer !== undefined) changed.add(customer)
      return false
    })
  for (const customer of await deps.sweep.listDeletedCustomers(since))
    await runCheck(customer, async () => {
      await unlinkDeleted(customer, deps)
      changed.add(customer)
      return false
    })
  const byCustomer = await deps.sweep.listSubscriptionsByCustomer()
  const live = new Set([...byCustomer.values()].flat().map(({ id }) => id))
  const ended = await deps.sweep.listEndedSubscriptions(since)
  for (const { customerId } of ended) changed.add(customerId)
  const invoicesOfEnded = (await deps.sweep.listClosedInvoices(since)).filter(
    ({ subscriptionId: id }) => id !== null && !live.has(id),
  )
  for (const invoice of invoicesOfEnded) {
    changed.add(invoice.customerId)
    await runCheck(invoice.id, () => checkOrphanedPayment(invoice, deps))
  }
  for await (const [customer, check] of checksOfCustomers(byCustomer, changed, deps, now))
    await runCheck(customer, check)
  // The checks of the customers have already repaid the subscriptions of accounts.
  for (const { id } of ended) await runCheck(id, () => repayEnded(id, deps.stripe))
  for (const invoice of invoicesOfEnded)
    await runCheck(invoice.id, async () => {
      if (!(await isUnmatchedPayment(invoice, deps, now))) return false
      report.unmatched += 1
      log.error('payment bought no access and was not refunded', { invoice: invoice.id })
      return false
    })
  for (const session of await deps.sweep.listPassSessions(since))
    await runCheck(session, () => checkPass(session, deps, now))
  for (const event of await deps.sweep.listMoneyEvents(since))
    await runCheck(event.objectId, () => checkEmail(event, deps, now))
  return report
}
