import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { SignInButton } from '#web/components/sign-in-link.tsx'
import { useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../identity.module.css'
import { savePlan } from '../pending-sign-up.ts'
import { useRedirectWhenSignedIn } from '../use-redirect-when-signed-in.ts'

/** Time to read that the address is confirmed, in milliseconds. */
const readingPauseMs = 1500

/** `/signup-complete`: target of the link in a verification email. */
const SignUpCompletePage = () => {
  const [query] = useSearchParams()
  const plan = asSubscriptionPlan(query.get('plan'))
  const next = plan ? `${paths.subscribe}?plan=${plan}` : paths.subscribe
  const { user, loading } = useSession()
  useRedirectWhenSignedIn(next, readingPauseMs)
  useEffect(() => {
    if (plan) savePlan(plan)
  }, [plan])
  return (
    <PageBody>
      {user ? (
        <PageMeta title="Email address confirmed" description="Your email address is confirmed." />
      ) : (
        <PageMeta title="Sign in to continue" description="Sign in to choose your plan and pay." />
      )}
      <Card className={styles.narrow}>
        {loading ? (
          <Spinner label="Loading" />
        ) : user ? (
          <Confirmed next={next} />
        ) : (
          <SignInFirst next={next} />
        )}
      </Card>
    </PageBody>
  )
}

const Confirmed = ({ next }: { next: string }) => (
  <div className={styles.stack}>
    <h1 id={pageTitleId} className={styles.stateTitle}>
      Your email address is confirmed
    </h1>
    <p className={styles.waiting} role="status">
      <Spinner size={18} />
      <span>Taking you to the last step, where you choose your plan and pay…</span>
    </p>
    <LinkButton to={next}>Continue</LinkButton>
  </div>
)

const SignInFirst = ({ next }: { next: string }) => (
  <div className={styles.stack}>
    <h1 id={pageTitleId} className={styles.stateTitle}>
      Sign in to continue
    </h1>
    <p>Once you’ve confirmed your email address, sign in to choose your plan and pay.</p>
    <SignInButton returnTo={next} />
  </div>
)

export default SignUpCompletePage
