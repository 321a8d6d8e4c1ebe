import type { AccessStatus } from '../../../../../shared/contract/billing.ts'
import {
  type AccessBadge,
  badgeDetail,
  badgeLabels,
  badgeOf,
} from '../../../../../shared/rules/access-badge.ts'
import { planFacts, poundsAndPence, subscriptionPlans } from '../../../../../shared/values/plans.ts'
import { dayText } from '../../../lib/dates.ts'
import type { AccessState } from '../../../lib/access.ts'
import { useAnswer } from '../../../lib/use-answer.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import styles from '../account.module.css'
import { getProfile } from '../api/get-profile.ts'

const tones: Readonly<Record<AccessBadge, BadgeTone>> = {
  cancelling: 'amber',
  subscribed: 'signal',
  'one-time': 'blue',
  guest: 'blue',
  none: 'plain',
}

/** Who the person is to us: address, since when, and what they may use. */
export const AccountInformation = ({ access, loading, failed }: AccessState) => {
  const { answer, retry } = useAnswer(getProfile)
  return (
    <Card title="Account Information">
      {answer.state === 'loading' ? (
        <div className={styles.facts}>
          <p className={styles.waiting} role="status">
            <Spinner size={18} />
            {answer.slow ? 'Still loading your profile.' : 'Loading your profile'}
          </p>
          <Skeleton width="70%" />
          <Skeleton width="40%" />
        </div>
      ) : answer.state === 'failed' ? (
        <LoadFailed title="Your profile could not be loaded" onRetry={retry}>
          {answer.message}
        </LoadFailed>
      ) : (
        <dl className={styles.facts}>
          <div>
            <dt>Email</dt>
            <dd>{answer.data.email}</dd>
          </div>
          <div>
            <dt>Member since</dt>
            <dd>{dayText(answer.data.created_at)}</dd>
          </div>
          <div>
            <dt>Access status</dt>
            <dd>{failed ? 'Could not be checked' : loading ? 'Checking…' : <Status access={access} />}</dd>
          </div>
          {access.isSubscribed ? <Plan access={access} /> : null}
        </dl>
      )}
    </Card>
  )
}

const Status = ({ access }: { access: AccessStatus }) => {
  const badge = badgeOf(access)
  const end = access.subscriptionEnd === null ? undefined : dayText(access.subscriptionEnd)
  const detail = badgeDetail(badge, end)
  return (
    <>
      <Badge tone={tones[badge]}>{badgeLabels[badge]}</Badge>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
    </>
  )
}

const Plan = ({
  access: { subscriptionTier, subscriptionEnd, cancelAtPeriodEnd },
}: {
  access: AccessStatus
}) => {
  const plan = subscriptionPlans.find((one) => one === subscriptionTier?.toLowerCase())
  if (plan === undefined) return null
  const { name, priceMinor, per } = planFacts[plan]
  const next = subscriptionEnd === null || cancelAtPeriodEnd ? '' : `, next on ${dayText(subscriptionEnd)}`
  return (
    <>
      <div>
        <dt>Plan type</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>Billing</dt>
        <dd>
          {cancelAtPeriodEnd
            ? 'No further charges'
            : `${poundsAndPence(priceMinor)} charged each ${per}${next}`}
        </dd>
      </div>
    </>
  )
}
