import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { useSession } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../identity.module.css'
import { type Confirmation, useConfirmation } from '../use-confirmation.ts'
import { ResendButton } from './resend-button.tsx'

interface AccountCreatedProps {
  readonly id: string | undefined
  readonly email: string
  readonly plan: SubscriptionPlan | undefined
  /** Returns to the form, to correct a mistyped address. */
  readonly onCorrect: () => void
}

/** Shown after sign-up, until the user confirms the email address here or on another device. */
export const AccountCreated = ({ id, ...rest }: AccountCreatedProps) => {
  const confirmation = useConfirmation(id)
  const { user } = useSession()
  const isConfirmed = confirmation.status === 'confirmed'
  const title = isConfirmed ? 'Your email address is confirmed' : 'Account Created'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [isConfirmed])
  // The page redirects a user whose link was opened in this browser.
  useRedirectToSignIn(isConfirmed && user === null)
  return (
    <Card className={styles.narrow}>
      <PageMeta title={title} description="Confirm your email address to continue." path={paths.signUp} />
      <div className={styles.stack}>
        <h1 id={pageTitleId} ref={heading} tabIndex={-1} className={styles.stateTitle}>
          <LiveText>{title}</LiveText>
        </h1>
        {isConfirmed ? <Confirmed /> : <Waiting {...rest} confirmation={confirmation} />}
      </div>
    </Card>
  )
}

/** Time to read that the address is confirmed, in milliseconds. */
const readingPauseMs = 3000

const useRedirectToSignIn = (isReady: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => void navigate(paths.members, { replace: true }), readingPauseMs)
    return () => clearTimeout(timer)
  }, [isReady, navigate])
}

type WaitingProps = Omit<AccountCreatedProps, 'id'> & { readonly confirmation: Confirmation }

const Waiting = ({ email, plan, onCorrect, confirmation }: WaitingProps) => (
  <>
    {confirmation.status === 'expired' ? (
      <Alert kind="warning" title="The link has expired">
        Resend the email to get a new link. If it doesn’t arrive, create your account again.
      </Alert>
    ) : (
      <p className={styles.waiting}>
        <Spinner size={18} />
        <span>Redirecting...</span>
      </p>
    )}
    <p>
      We’ve sent a link to <strong className={styles.address}>{withEmailBreaks(email)}</strong>. Open it on
      any device to confirm your email address and continue to payment there. If you’d rather pay on this
      device, this page will ask you to sign in first. We haven’t charged you anything.
    </p>
    <p className={styles.soft}>
      No email after a few minutes? Check your spam folder, resend the email, or correct the address. Have you
      already confirmed it with another email from us? <Link to={paths.members}>Sign in</Link>.
    </p>
    <div className={styles.choices}>
      <ResendButton email={email} plan={plan} confirmation={confirmation} />
      <Button variant="secondary" onClick={onCorrect}>
        Correct the email address
      </Button>
    </div>
  </>
)

const Confirmed = () => (
  <>
    <p className={styles.waiting} role="status">
      <Spinner size={18} />
      <span>Taking you to the sign-in page…</span>
    </p>
    <p>Sign in to choose your plan and pay.</p>
    <LinkButton to={paths.members}>Sign in</LinkButton>
  </>
)
