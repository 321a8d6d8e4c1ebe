import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { AccessStatus } from '../../../../../shared/contract/billing.ts'
import { subscriptionPlans } from '../../../../../shared/values/plans.ts'
import { refreshAccess, useAccess } from '../../../lib/access.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import styles from '../billing.module.css'
import { PlanCard } from '../components/plan-card.tsx'
import { useCheckout } from '../use-checkout.ts'

/** `/subscribe`: whether the person subscribes, and the plans when they do not. */
const SubscribePage = () => {
  const { user, loading: sessionLoading } = useSession()
  const { access, loading: accessLoading, failed } = useAccess()
  const loading = sessionLoading || accessLoading
  useFreshStatus()
  return (
    <PageBody>
      <PageMeta
        title="Choose your access"
        description="Subscribe monthly or annually: live chat advice and the members' library."
        path={paths.subscribe}
      />
      <PageHeading
        title="Choose Your Access"
        lead="Advice from people who know lettings law, and the guides and templates to go with it."
        drawing={<Door colour="pricing" state="open" height={128} />}
      />
      <div className={styles.stack}>
        <p className={styles.status} role="status">
          {loading ? 'Checking status…' : statusLine(access.isSubscribed)}
        </p>
        {failed ? <CheckAgain /> : null}
        <Choice access={access} signedIn={user !== null} loading={loading} />
      </div>
    </PageBody>
  )
}

interface ChoiceProps {
  readonly access: AccessStatus
  readonly signedIn: boolean
  readonly loading: boolean
}

/** A subscription that waits for its payment is there: a second one beside it would not be sold. */
const Choice = ({ access, signedIn, loading }: ChoiceProps) => {
  if (access.isSubscribed)
    return (
      <LinkButton to={paths.profile} className={styles.start}>
        Manage Subscription
      </LinkButton>
    )
  return access.paymentDue ? <PaymentDue /> : <Plans signedIn={signedIn} loading={loading} />
}

const PaymentDue = () => (
  <Alert
    kind="warning"
    title="Your last payment did not go through"
    actions={
      <LinkButton to={paths.profile} size="small">
        Go to profile
      </LinkButton>
    }
  >
    You have a subscription, and its access comes back the moment the open invoice is paid. Your profile leads
    to the invoice.
  </Alert>
)

const statusLine = (subscribed: boolean): string =>
  subscribed ? 'You are currently subscribed.' : 'You do not have an active subscription.'

const CheckAgain = () => (
  <Alert
    kind="warning"
    title="Your status could not be checked"
    actions={
      <Button variant="secondary" size="small" onClick={() => void refreshAccess()}>
        Check again
      </Button>
    }
  >
    If you have paid already, you have not lost anything. Please check again before you pay.
  </Alert>
)

const Plans = ({ signedIn, loading }: { signedIn: boolean; loading: boolean }) => {
  const { opening, start } = useCheckout(signedIn)
  return (
    <>
      {/* Known from the first drawing on, so that it does not push the plans down later. */}
      {!signedIn ? (
        <Alert kind="info" title="Login required">
          <Link to={paths.login}>Sign in</Link> or <Link to={paths.signUp}>create an account</Link> before you
          subscribe.
        </Alert>
      ) : null}
      <div className={styles.plans}>
        {subscriptionPlans.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            opening={opening === plan}
            disabled={loading || (opening !== undefined && opening !== plan)}
            onChoose={start}
          />
        ))}
      </div>
      <p className={styles.soft}>
        You pay on our payment provider's page. We never see your full card details.
      </p>
    </>
  )
}

/** A page brought back by the browser's Back button shows an old status: it is asked for again. */
const useFreshStatus = (): void => {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

export default SubscribePage
