import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import type { PassRepository } from '#services/passes/pass.repository.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import type { StripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionRepository } from '#services/subscriptions/subscription.repository.ts'
import { type MoneyEmail, moneyEmailOf } from './money-email.ts'
import type { RecordedMoneyEvent } from './money-event.ts'

export interface MoneyEmailDependencies {
  readonly customers: CustomerRepository
  readonly events: StripeEventRepository
  readonly subscriptions: SubscriptionRepository
  readonly passes: PassRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

/**
 * Returns the address of a guest or, for an email that outlives the account, of the payer. Refunds and disputes concern
 * everyone who paid.
 */
const addressWithoutAccount = ({ payer, outlivesAccount }: MoneyEmail): string | null =>
  payer.guestEmail ?? (outlivesAccount ? payer.payerEmail : null)

/**
 * Raises an alarm once for each refund, because the money is back with us and staff must return it in another way. Stripe
 * repeats the event if its processing fails later, and several events report a refund that was cancelled.
 */
const reportFailedRefund = async (
  refund: string,
  { events }: MoneyEmailDependencies,
  now: Date,
): Promise<void> => {
  if (await events.isFailureReported(refund)) return
  log.error('refund failed or was cancelled', { refund })
  countMetrics({ RefundsFailed: 1 })
  await events.recordFailureReported(refund, now)
}

/**
 * Queues the email about the payment, refund, dispute or end of a subscription that an event reports. The event only
 * names the object: the email states what Stripe reports now. The cause of the email is the object, so repeated and
 * overlapping events send one email, and a late event sends no outdated email.
 */
export const emailAboutEvent = async (
  event: RecordedMoneyEvent,
  deps: MoneyEmailDependencies,
  now: Date,
): Promise<void> => {
  const email = await moneyEmailOf(event, deps, now)
  if (email === undefined) return
  const hasFailed = event.type === 'refund.failed' || email.isCancelledRefund
  if (hasFailed) await reportFailedRefund(event.objectId, deps, now)
  const { customerId } = email.payer
  const account = customerId === null ? undefined : await deps.customers.findByCustomer(customerId)
  // If the webhook did not process an event, the reconciliation reads it every night for five days. If the account was
  // deleted, so were the records of its sent emails: a repeat would send this email again.
  if (account === undefined && (await deps.events.isEmailed(event.eventId))) return
  // Deleting an account ends its subscription, and the deletion email says so. Only the email about a withdrawal is
  // still sent.
  const isEnd = event.type === 'customer.subscription.deleted' && !email.outlivesAccount
  if (isEnd && account && (await deps.customers.isBeingDeleted(account.profile.user_id))) return
  const content = email.content({ name: account?.profile.full_name ?? null, siteUrl: deps.siteUrl })
  const to = account?.profile.email ?? addressWithoutAccount(email)
  if (content === undefined || to === null) return
  await deps.subscriptions.queueEmail({
    cause: email.cause,
    to,
    content,
    now,
    userId: account?.profile.user_id,
    forGuest: email.payer.guestEmail !== null,
  })
}
