import type { MailContent } from '../../shared/contract/mail.ts'
import { type Entitlement, isUnpaid } from '../../shared/rules/entitlement.ts'
import { planFacts } from '../../shared/values/plans.ts'
import type { Member } from '../platform/member.ts'
import type { StripeGateway } from './stripe.gateway.ts'

const welcomeOf = (
  member: Member,
  { plan, endsAt }: Entitlement,
  siteUrl: string,
): MailContent | undefined =>
  plan === null || endsAt === null
    ? undefined
    : {
        template: 'welcome',
        name: member.profile.full_name,
        plan,
        priceMinor: planFacts[plan].priceMinor,
        renewsAt: endsAt,
        link: `${siteUrl}/library`,
      }

const withdrawalOf = (mark: string): MailContent => {
  const [why, pence] = mark.split(':')
  return {
    template: 'refunded',
    what: 'subscription',
    disputed: why !== 'returned',
    amountMinor: Number(pence),
  }
}

/** What a change of a subscription that stays the same one means to its holder. */
const changeOf = (member: Member, after: Entitlement, siteUrl: string): MailContent | undefined => {
  const name = member.profile.full_name
  const link = `${siteUrl}/profile`
  const before = member.subscription
  if (!after.subscribed || after.endsAt === null) return undefined
  // It was withdrawn, for a charge that was unpaid or disputed.
  if (member.subscriber?.subscribed === false) return { template: 'reinstated', name, link }
  if (after.cancelling === before?.cancel_at_period_end) return undefined
  return after.cancelling
    ? { template: 'cancelled', name, endsAt: after.endsAt, link }
    : { template: 'resumed', name, renewsAt: after.endsAt, link }
}

/**
 * The mail that a person is owed for the step from our record to what Stripe says now. It is written together
 * with the step, so that each step is told once.
 */
export const letterDue = async (
  member: Member,
  after: Entitlement,
  { stripe, siteUrl }: { readonly stripe: StripeGateway; readonly siteUrl: string },
): Promise<MailContent | undefined> => {
  const before = member.subscription
  if (after.subscribed && before?.welcomed !== after.subscriptionId) return welcomeOf(member, after, siteUrl)
  if (before?.stripe_subscription_id !== after.subscriptionId || after.subscriptionId === null)
    return undefined
  const hadAccess = member.subscriber?.subscribed ?? false
  if (hadAccess && after.withdrawn !== undefined) return withdrawalOf(after.withdrawn)
  if (hadAccess && isUnpaid(after.status)) {
    const link = (await stripe.latestInvoiceUrl(after.subscriptionId)) ?? `${siteUrl}/profile`
    return { template: 'payment-failed', name: member.profile.full_name, link }
  }
  return changeOf(member, after, siteUrl)
}
