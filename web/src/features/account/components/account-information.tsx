import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { type AccessBadge, badgeDetail, badgeLabels, badgeOf } from '#shared/rules/access-badge.ts'
import { planFacts, subscriptionPlans } from '#shared/values/plans.ts'
import { moneyText } from '#shared/rules/money.ts'
import type { Billing } from '#web/lib/billing.ts'
import type { CallResult } from '#web/lib/call.ts'
import { dayText } from '#web/lib/dates.ts'
import type { AccessState } from '#web/lib/access.ts'
import type { Result } from '#web/lib/use-result.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SkeletonLines } from '#web/ui/skeleton-lines.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from '../account.module.css'

const tones: Readonly<Record<AccessBadge, BadgeTone>> = {
  cancelling: 'amber',
  'without-renewal': 'amber',
  subscribed: 'signal',
  'one-time': 'blue',
  guest: 'blue',
  none: 'plain',
}

interface AccountInformationProps {
  readonly profile: Result<CallResult<'get-profile'>>
  readonly onRetry: () => void
  readonly state: AccessState
  readonly billing: Result<Billing>
}

/** Shows the email address, the date of sign-up, the access status and the plan of the account. */
export const AccountInformation = ({
  profile: result,
  onRetry,
  state: { access, loading, failed },
  billing,
}: AccountInformationProps) => {
  return (
    <Card title="Account Information">
      {result.state === 'loading' ? (
        <div className={styles.factsLoading}>
          <p className={styles.waiting} role="status">
            <Spinner size={18} />
            {result.slow ? 'Still loading your profile…' : 'Loading your profile…'}
          </p>
          <SkeletonLines count={6} />
        </div>
      ) : result.state === 'failed' ? (
        <LoadFailed title="Your profile could not be loaded" onRetry={onRetry}>
          {result.message}
        </LoadFailed>
      ) : (
        <dl className={classNames(styles.facts, (loading || access.isSubscribed) && styles.memberFacts)}>
          <div>
            <dt>Email</dt>
            <dd>{withEmailBreaks(result.data.email)}</dd>
          </div>
          <div>
            <dt>Member since</dt>
            <dd>{dayText(result.data.created_at)}</dd>
          </div>
          <div>
            <dt>Access status</dt>
            <dd>
              {failed || loading ? (
                <LiveText>{failed ? 'Could not be checked' : 'Checking…'}</LiveText>
              ) : (
                <Status access={access} />
              )}
            </dd>
          </div>
          {access.isSubscribed ? <Plan access={access} billing={billing} /> : null}
        </dl>
      )}
    </Card>
  )
}

const Status = ({ access }: { access: AccessStatus }) => {
  const badge = badgeOf(access)
  const end = access.subscriptionEnd === null ? undefined : dayText(access.subscriptionEnd)
  const detail = badgeDetail(badge, end, access.pass)
  return (
    <>
      <Badge key={badge} tone={tones[badge]}>
        {badgeLabels[badge]}
      </Badge>
      {detail ? (
        <p className={styles.detail}>
          <LiveText>{detail}</LiveText>
        </p>
      ) : null}
    </>
  )
}

const Plan = ({ access, billing }: { access: AccessStatus; billing: Result<Billing> }) => {
  const plan = subscriptionPlans.find((one) => one === access.subscriptionTier?.toLowerCase())
  if (plan === undefined) return null
  return (
    <>
      <div>
        <dt>Plan type</dt>
        <dd>
          <LiveText>{planFacts[plan].name}</LiveText>
        </dd>
      </div>
      <div>
        <dt>Billing</dt>
        <dd>
          <LiveText>{chargesText(access, billing)}</LiveText>
        </dd>
      </div>
    </>
  )
}

const chargesText = (access: AccessStatus, billing: Result<Billing>): string => {
  const { cancelAtPeriodEnd, withoutRenewal, disputed } = access
  if (cancelAtPeriodEnd) return cancelledLine(billing)
  if (withoutRenewal) return 'No further charges'
  return disputed ? 'Nothing is charged during the dispute' : billingLine(access, billing)
}

const cancelledLine = (billing: Result<Billing>): string => {
  const subscription = billing.state === 'ready' ? billing.data.subscription : null
  return (subscription?.renewalChargedAt ?? null) === null
    ? 'No further charges'
    : 'We’re still taking the payment for your renewal. No further charges after that'
}

/**
 * States what is charged and when. The price comes from Stripe, because an earlier one may apply to this subscription.
 */
const billingLine = ({ subscriptionEnd }: AccessStatus, billing: Result<Billing>): string => {
  if (billing.state === 'loading') return 'Checking…'
  const subscription = billing.state === 'ready' ? billing.data.subscription : null
  if (subscription === null)
    return subscriptionEnd === null ? 'Could not be checked' : `Renews on ${dayText(subscriptionEnd)}`
  const { amountMinor, currency, interval, renewalChargedAt, scheduledChange } = subscription
  const price = `${moneyText(amountMinor, currency)} charged each ${interval}`
  if (scheduledChange !== null)
    return `${price}, then ${moneyText(scheduledChange.amountMinor, scheduledChange.currency)} each ${scheduledChange.interval} from ${dayText(scheduledChange.startsAt)}`
  const nextChargeAt = renewalChargedAt ?? subscription.nextChargeAt
  return nextChargeAt === null ? price : `${price}, next on ${dayText(nextChargeAt)}`
}
