import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { passMinutes } from '../../../../../shared/values/plans.ts'
import { OpeningHours } from '../../../content/opening-hours.tsx'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../billing.module.css'
import { useVerification } from '../use-verification.ts'
import type { Verification } from '../use-verification.ts'

/** `/payment-success`: back from the payment page. Verifies the payment and moves on. */
const PaymentSuccessPage = () => {
  const [query] = useSearchParams()
  const { state, again } = useVerification(query.get('session_id'))
  return (
    <PageBody>
      <PageMeta title="Payment successful" description="Thank you. Your payment is being confirmed." />
      <PageHeading
        title="Payment successful"
        lead="Thank you. Your access starts as soon as the payment is confirmed."
        drawing={<Door colour="pricing" state="open" height={128} />}
      />
      <div className={styles.stack}>
        <div className={styles.progress}>
          <Progress state={state} onAgain={again} />
        </div>
        <ChatHours />
        <p>
          One-time access: the {passMinutes}-minute timer starts when a human adviser answers your first
          message. Waiting for an adviser costs you no time.
        </p>
        <div className={styles.actions}>
          <LinkButton to={paths.profile}>Go to profile</LinkButton>
          <LinkButton to={paths.liveChat} variant="secondary">
            Go to live chat
          </LinkButton>
          <LinkButton to={paths.home} variant="secondary">
            Return home
          </LinkButton>
        </div>
      </div>
    </PageBody>
  )
}

const Progress = ({ state, onAgain }: { state: Verification; onAgain: () => void }) => {
  if (state === 'none') return null
  if (state === 'verifying') return <Working>Verifying your payment…</Working>
  if (state === 'done') return <Working>Your access is active. Taking you there…</Working>
  if (state === 'waiting')
    return (
      <Working>
        The payment provider has not confirmed your payment yet. We keep checking; you may stay on this page.
      </Working>
    )
  if (state === 'in mail') return <KeyInMail />
  return <Unconfirmed failed={state === 'failed'} onAgain={onAgain} />
}

const Unconfirmed = ({ failed, onAgain }: { failed: boolean; onAgain: () => void }) => {
  const { user, loading } = useSession()
  return (
    <Alert
      kind={failed ? 'error' : 'warning'}
      title={failed ? 'We could not verify your payment just now' : 'Your payment is not confirmed yet'}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onAgain}>
            Check again
          </Button>
          {failed && !loading && user === null ? (
            <LinkButton to={paths.login} variant="secondary" size="small">
              Sign in
            </LinkButton>
          ) : null}
        </>
      }
    >
      If you have paid, your access follows by itself as soon as the payment is confirmed. You can also
      refresh your status on the <Link to={paths.subscribe}>Subscribe page</Link>. Please do not pay twice.
    </Alert>
  )
}

/** The address of this page stays in histories: after a day it brings no pass any more. */
const KeyInMail = () => (
  <Alert title="Your pass is in your mail">
    This payment was made more than a day ago. The link in its receipt brings the pass to this browser.
  </Alert>
)

const Working = ({ children }: { children: ReactNode }) => (
  <p className={styles.working} role="status">
    <Spinner size={18} />
    <span>{children}</span>
  </p>
)

const ChatHours = () => (
  <Card title="Chat hours" className={styles.hours}>
    <OpeningHours />
    <p className={styles.soft}>London time</p>
  </Card>
)

export default PaymentSuccessPage
