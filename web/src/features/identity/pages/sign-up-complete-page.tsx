import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { asSubscriptionPlan } from '../../../../../shared/values/plans.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../identity.module.css'
import { rememberPlan } from '../pending-sign-up.ts'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'

/** Long enough to read that the address is confirmed, in milliseconds. */
const readingPauseMs = 1500

/** `/signup-complete`: where the e-mailed link of a sign-up ends. */
const SignUpCompletePage = () => {
  const [query] = useSearchParams()
  const plan = asSubscriptionPlan(query.get('plan'))
  const next = plan ? `${paths.subscribe}?plan=${plan}` : paths.subscribe
  const { user, loading } = useSession()
  useLeaveWhenSignedIn(next, readingPauseMs)
  useEffect(() => {
    if (plan) rememberPlan(plan)
  }, [plan])
  return (
    <PageBody>
      <PageMeta title="Email address confirmed" description="Your email address is confirmed." />
      <Card className={styles.narrow}>
        {loading ? <Spinner label="Loading" /> : user ? <Confirmed next={next} /> : <SignInFirst />}
      </Card>
    </PageBody>
  )
}

const Confirmed = ({ next }: { next: string }) => (
  <div className={styles.stack}>
    <h1 className={styles.stateTitle}>Your email address is confirmed</h1>
    <p className={styles.waiting} role="status">
      <Spinner size={18} />
      <span>Taking you to the last step: choosing your plan and paying.</span>
    </p>
    <LinkButton to={next}>Continue</LinkButton>
  </div>
)

const SignInFirst = () => (
  <div className={styles.stack}>
    <h1 className={styles.stateTitle}>Sign in to continue</h1>
    <p>Once your email address is confirmed, sign in here to choose your plan and pay.</p>
    <LinkButton to={paths.login}>Sign in</LinkButton>
  </div>
)

export default SignUpCompletePage
