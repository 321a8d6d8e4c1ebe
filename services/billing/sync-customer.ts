import type { MailContent } from '../../shared/contract/mail.ts'
import { doublesOf, type Entitlement, entitlementOf, noEntitlement } from '../../shared/rules/entitlement.ts'
import { planFacts } from '../../shared/values/plans.ts'
import { log } from '../platform/log.ts'
import type { Member } from '../platform/member.ts'
import type { BillingRepository, Cause } from './billing.repository.ts'
import type { StripeGateway } from './stripe.gateway.ts'

export interface SyncNeeds {
  readonly billing: BillingRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

/** Each conflict means that another sync got through, so a handful is plenty. */
const maxTries = 8

const welcomeOf = (member: Member, entitlement: Entitlement, siteUrl: string): MailContent | undefined => {
  const { subscribed, plan, endsAt, subscriptionId } = entitlement
  if (!subscribed || plan === null || endsAt === null) return undefined
  if (member.subscription?.welcomed === subscriptionId) return undefined
  return {
    template: 'welcome',
    name: member.profile.full_name,
    plan,
    priceMinor: planFacts[plan].priceMinor,
    renewsAt: endsAt,
    link: `${siteUrl}/library`,
  }
}

/** Cancels and pays back a second subscription, however it came about, and looks again. */
const undoDoubles = async (customerId: string, stripe: StripeGateway) => {
  const subscriptions = await stripe.subscriptionsOf(customerId)
  const doubles = doublesOf(subscriptions)
  for (const double of doubles) {
    log.warn('second subscription cancelled and refunded', { subscription: double.id })
    await stripe.cancelAndRefund(double.id)
  }
  return doubles.length === 0 ? subscriptions : stripe.subscriptionsOf(customerId)
}

/**
 * Brings our record of a customer in line with Stripe, which is the truth. Nothing in an event is believed:
 * the order is read our version, ask Stripe, write if the version still stands, and otherwise all again, so
 * that two runs at once cannot leave the older answer behind.
 *
 * @returns what the customer is entitled to now
 * @throws Refusal `payment_provider_error` when Stripe does not answer; nothing is written then
 */
export const syncCustomer = async (
  customer: { userId: string; customerId: string; cause?: Cause; now: Date },
  { billing, stripe, siteUrl }: SyncNeeds,
): Promise<Entitlement> => {
  const { userId, customerId, cause, now } = customer
  for (let tries = 0; tries < maxTries; tries += 1) {
    const member = await billing.find(userId)
    if (member === undefined) {
      if (cause !== undefined) await billing.remember(cause, now)
      return noEntitlement
    }
    const entitlement = entitlementOf(await undoDoubles(customerId, stripe), now)
    const welcome = welcomeOf(member, entitlement, siteUrl)
    const outcome = await billing.project({ member, customerId, entitlement, cause, welcome, now })
    if (outcome !== 'stale') return entitlement
  }
  throw new Error('The record of a customer kept changing while it was being synchronised')
}
