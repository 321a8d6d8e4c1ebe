import { doublesOf, type Entitlement, entitlementOf, noEntitlement } from '../../shared/rules/entitlement.ts'
import { planFacts } from '../../shared/values/plans.ts'
import { log } from '../platform/log.ts'
import type { Member } from '../platform/member.ts'
import type { BillingRepository, Cause } from './billing.repository.ts'
import { letterDue } from './letter-due.ts'
import type { StripeGateway } from './stripe.gateway.ts'

export interface SyncNeeds {
  readonly billing: BillingRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

interface Customer {
  readonly userId: string
  readonly customerId: string
  readonly cause?: Cause
  readonly now: Date
}

/** Each conflict means that another sync got through, so a handful is plenty. */
const maxTries = 8

/** Cancels and pays back a second subscription, however it came about, and looks again. */
const undoDoubles = async (member: Member, { customerId, now }: Customer, needs: SyncNeeds) => {
  const { billing, stripe } = needs
  const subscriptions = await stripe.subscriptionsOf(customerId)
  const doubles = doublesOf(subscriptions)
  for (const double of doubles) {
    log.warn('second subscription cancelled and refunded', { subscription: double.id })
    const amountMinor = planFacts[double.plan ?? 'monthly'].priceMinor
    // Told first: a run that dies after the refund would find no double any more.
    await billing.mail(
      `double:${double.id}`,
      member.profile.email,
      { template: 'refunded', what: 'double', disputed: false, amountMinor },
      now,
    )
    await stripe.cancelAndRefund(double.id)
  }
  return doubles.length === 0 ? subscriptions : stripe.subscriptionsOf(customerId)
}

/** A customer of theirs that was deleted and replaced: what becomes of it is no longer about the person. */
export const isFormer = ({ profile }: Member, customerId: string): boolean =>
  profile.stripe_customer_id !== undefined && profile.stripe_customer_id !== customerId

/**
 * Brings our record of a customer in line with Stripe, which is the truth. Nothing in an event is believed:
 * the order is read our version, ask Stripe, write if the version still stands, and otherwise all again, so
 * that two runs at once cannot leave the older answer behind.
 *
 * @returns what the customer is entitled to now
 * @throws Refusal `payment_provider_error` when Stripe does not answer; nothing is written then
 */
export const syncCustomer = async (customer: Customer, needs: SyncNeeds): Promise<Entitlement> => {
  const { userId, customerId, cause, now } = customer
  const { billing, stripe } = needs
  for (let tries = 0; tries < maxTries; tries += 1) {
    const member = await billing.find(userId)
    if (member === undefined || isFormer(member, customerId)) {
      if (cause !== undefined) await billing.remember(cause, now)
      return noEntitlement
    }
    const entitlement = entitlementOf(await undoDoubles(member, customer, needs), now)
    const mail = await letterDue(member, entitlement, { stripe, siteUrl: needs.siteUrl })
    const outcome = await billing.project({ member, customerId, entitlement, cause, mail, now })
    if (outcome !== 'stale') return entitlement
  }
  throw new Error('The record of a customer kept changing while it was being synchronised')
}
