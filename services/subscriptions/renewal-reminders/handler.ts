import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { dueReminder, type ReminderDays } from '#shared/rules/renewal-reminder.ts'
import * as paths from '#shared/values/site-map.ts'
import { timeLimit } from '#platform/clock.ts'
import { env } from '#platform/env.ts'
import { errorFields, log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { type CustomerRepository, customerRepository } from '#services/payments/customer.repository.ts'
import { stripeGateway, type StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { RenewingSubscription } from '#services/payments/stripe/renewals.ts'
import { type SubscriptionRepository, subscriptionRepository } from '../subscription.repository.ts'
import { ownsCustomer } from '../sync-customer.ts'

interface Dependencies {
  readonly customers: Pick<CustomerRepository, 'findByCustomer'>
  readonly subscriptions: Pick<SubscriptionRepository, 'queueEmail' | 'isEmailQueued'>
  readonly stripe: Pick<StripeGateway, 'listRenewingSubscriptions' | 'priceRenewal'>
  readonly siteUrl: string
}

/**
 * Time after which a run announces no further renewal, in milliseconds. Lambda ends it after 15 minutes. A renewal takes
 * about half a second, most of it for its price at Stripe.
 */
const maxRunMs = 14 * 60_000

/** Queues the reminder, once for each renewal and number of days. Returns false if there is no account to remind. */
const remind = async (
  subscription: RenewingSubscription,
  days: ReminderDays,
  { customers, subscriptions, stripe, siteUrl }: Dependencies,
  now: Date,
): Promise<boolean> => {
  const { id, customerId, next, renewsEpochSeconds } = subscription
  const account = await customers.findByCustomer(customerId)
  if (account === undefined || !ownsCustomer(account, customerId)) return false
  const cause = `renewal:${id}:${renewsEpochSeconds}:${days}`
  // A reminder stays due for days. Without this check, each run would read the price of every renewal that is announced
  // already.
  if (await subscriptions.isEmailQueued(cause)) return true
  const { email, full_name: name, user_id } = account.profile
  const { amountMinor, currency } = await stripe.priceRenewal(subscription)
  await subscriptions.queueEmail({
    cause,
    to: email,
    content: {
      template: 'renewal',
      name,
      plan: next.plan,
      interval: next.interval,
      amount_minor: amountMinor,
      currency,
      renews_at: isoTimeOf(renewsEpochSeconds),
      link: `${siteUrl}${paths.profile}`,
    },
    now,
    userId: user_id,
  })
  return true
}

/**
 * Announces renewals to the customers who will be charged. Scheduled every day.
 *
 * @throws Error if a renewal could not be announced, or there was no time for all. Lambda repeats the run, which
 * continues, and the function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ due: number; failed: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  const report = { due: 0, failed: 0 }
  let left = 0
  for (const subscription of await deps.stripe.listRenewingSubscriptions()) {
    const days = dueReminder(subscription, now)
    if (days === undefined) continue
    if (isTimeUp()) {
      left += 1
      continue
    }
    try {
      if (await remind(subscription, days, deps, now)) report.due += 1
    } catch (error) {
      // The next run retries this reminder. The others are sent now.
      report.failed += 1
      log.error('renewal not announced', { subscription: subscription.id, ...errorFields(error) })
    }
  }
  log.info('renewals announced', { ...report, left })
  if (report.failed > 0) throw new Error(`${report.failed} renewals could not be announced`)
  if (left > 0) throw new Error(`No time was left to announce ${left} renewals`)
  return report
}

const table = new Table()
const deps: Dependencies = {
  customers: customerRepository(table),
  subscriptions: subscriptionRepository(table),
  stripe: stripeGateway,
  siteUrl: env('SITE_URL'),
}
export const handler = scheduled((now) => handle(deps, now))
