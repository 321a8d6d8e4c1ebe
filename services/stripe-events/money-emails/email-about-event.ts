import type { EmailContent } from '#shared/contract/email.ts'
import * as paths from '#shared/values/site-map.ts'
import type { Account } from '#platform/account/account.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { Payer } from '#services/payments/stripe/email-facts.ts'
import type { SubscriptionRepository } from '#services/subscriptions/subscription.repository.ts'
import { moneyEmailOf, type MoneyEvent } from './money-email.ts'

export interface MoneyEmailDependencies {
  readonly customers: CustomerRepository
  readonly subscriptions: SubscriptionRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

const findAccount = async (
  { customerId }: Payer,
  { customers }: MoneyEmailDependencies,
): Promise<Account | undefined> => {
  const userId = customerId === null ? undefined : await customers.findUserId(customerId)
  return userId === undefined ? undefined : customers.find(userId)
}

const send = async (
  cause: string,
  content: EmailContent,
  { account, to }: { readonly account: Account | undefined; readonly to: string | null },
  { subscriptions }: MoneyEmailDependencies,
  now: Date,
): Promise<void> => {
  if (to !== null) await subscriptions.queueEmail(cause, to, content, now, account?.profile.user_id)
}

/**
 * Queues the email about the payment, refund, dispute or end of a subscription that an event reports. The event only
 * names the object: the email states what Stripe reports now. Its cause is the object, so repeated and overlapping
 * events send one email, and late ones none that is out of date.
 */
export const emailAboutEvent = async (
  event: MoneyEvent,
  deps: MoneyEmailDependencies,
  now: Date,
): Promise<void> => {
  const email = await moneyEmailOf(event, deps.stripe)
  if (email === undefined) return
  const account = await findAccount(email.payer, deps)
  if (account === undefined) {
    // Refunds and disputes concern everyone who paid, also after the deletion of an account.
    const to = email.payer.guestEmail ?? (email.outlivesAccount ? email.payer.payerEmail : null)
    const content = email.content({ name: null, profile: `${deps.siteUrl}${paths.profile}` })
    return content && send(email.cause, content, { account, to }, deps, now)
  }
  const { full_name: name, user_id: userId, email: to } = account.profile
  // The deletion of an account ends its subscription. Its own email says so.
  if (event.type === 'customer.subscription.deleted' && (await deps.customers.isBeingDeleted(userId))) return
  const content = email.content({ name, profile: `${deps.siteUrl}${paths.profile}` })
  return content && send(email.cause, content, { account, to }, deps, now)
}
