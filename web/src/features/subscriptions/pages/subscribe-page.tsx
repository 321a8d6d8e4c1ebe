import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { subscriptionPlans } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { PaymentProblems } from '#web/components/payment-problems.tsx'
import { SignInLink } from '#web/components/sign-in-link.tsx'
import { refreshAccess, useAccess } from '#web/lib/access.ts'
import { dayText } from '#web/lib/dates.ts'
import { useReloadOnReturn } from '#web/lib/page-restored.ts'
import { planOfThisTab } from '#web/lib/saved-plan.ts'
import { useSession } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Door } from '#web/ui/door.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import styles from '../subscriptions.module.css'
import { PlanCard } from '../components/plan-card.tsx'
import { useCheckout } from '../use-checkout.ts'

/** `/subscribe`: the status of the subscription and, without one, the plans. */
const SubscribePage = () => {
  const { user, loading: sessionLoading } = useSession()
  const { access, loading: accessLoading, failed } = useAccess()
  const loading = sessionLoading || accessLoading
  useReloadOnReturn()
  return (
    <PageBody>
      <PageMeta
        title="Choose your access"
        description="Subscribe monthly or annually: live chat advice and the member library."
        path={paths.subscribe}
      />
      <PageHeading
        title="Choose Your Access"
        lead="Advice from people who know lettings law, and the guides and templates to go with it."
        drawing={<Door colour="pricing" height={128} />}
      />
      <div className={styles.stack}>
        <p className={styles.status} role="status">
          <LiveText>{loading ? 'Checking status…' : statusLine(access, failed)}</LiveText>
        </p>
        {failed && !loading ? (
          <CheckAgain />
        ) : (
          <Choice access={access} signedIn={user !== null} loading={loading} />
        )}
      </div>
    </PageBody>
  )
}

interface ChoiceProps {
  readonly access: AccessStatus
  readonly signedIn: boolean
  readonly loading: boolean
}

/** Shows plans only to accounts that can buy one: not while a payment is due or disputed. */
const Choice = ({ access, signedIn, loading }: ChoiceProps) => {
  const { isSubscribed, paymentDue, disputed } = access
  if (!isSubscribed && paymentDue) return <PaymentProblems paymentDue disputed={disputed} />
  if (isSubscribed || disputed)
    return (
      <LinkButton to={paths.profile} className={styles.start}>
        Manage Subscription
      </LinkButton>
    )
  return <Plans signedIn={signedIn} loading={loading} />
}

const statusLine = (access: AccessStatus, failed: boolean): string => {
  if (failed) return 'We couldn’t check your status.'
  if (access.isSubscribed) return accessLine(access)
  if (access.paymentDue) return 'You don’t have access at the moment.'
  return access.disputed
    ? 'Your access is suspended while one of your payments is disputed.'
    : 'You do not have an active subscription.'
}

/** States the current access. While it comes from a late payment, a new subscription cannot start. */
const accessLine = ({ withoutRenewal, subscriptionEnd }: AccessStatus): string =>
  withoutRenewal && subscriptionEnd !== null
    ? `You have access until ${dayText(subscriptionEnd)}. You can subscribe again after that.`
    : 'You are currently subscribed.'

const CheckAgain = () => (
  <Alert
    kind="warning"
    title="We couldn’t check your access"
    actions={
      <Button variant="secondary" size="small" onClick={keepFocus(refreshAccess)}>
        Check again
      </Button>
    }
  >
    If you have already paid, your payment is safe. Please check again before you pay.
  </Alert>
)

const Plans = ({ signedIn, loading }: { signedIn: boolean; loading: boolean }) => {
  const { opening, start } = useCheckout(signedIn)
  const [chosen] = useState(planOfThisTab)
  return (
    <>
      {/* Rendered from the start, so that it does not move the plans down later. */}
      {!signedIn ? (
        <Alert kind="info" title="Login required">
          <SignInLink /> or <Link to={paths.signUp}>create an account</Link> before you subscribe.
        </Alert>
      ) : null}
      <div className={styles.plans}>
        {subscriptionPlans.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            chosen={chosen === plan}
            opening={opening === plan}
            disabled={loading || (opening !== undefined && opening !== plan)}
            onChoose={start}
          />
        ))}
      </div>
    </>
  )
}

export default SubscribePage
