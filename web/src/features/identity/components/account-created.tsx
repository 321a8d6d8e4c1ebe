import { useEffect, useRef, useState } from 'react'
import type { SubscriptionPlan } from '../../../../../shared/values/plans.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { resendConfirmation } from '../api/resend-confirmation.ts'
import styles from '../identity.module.css'

interface AccountCreatedProps {
  email: string
  plan: SubscriptionPlan | undefined
}

/** The account is there and waits for its e-mail address to be confirmed. */
export const AccountCreated = ({ email, plan }: AccountCreatedProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className={styles.narrow}>
      <div className={styles.stack}>
        <h1 ref={heading} tabIndex={-1} className={styles.stateTitle}>
          Account Created
        </h1>
        <p className={styles.waiting}>
          <Spinner size={18} />
          <span>Redirecting...</span>
        </p>
        <p>
          We have sent a link to <strong className={styles.address}>{email}</strong>. Open it to confirm your
          email address; this page then takes you on to payment. Nothing has been charged.
        </p>
        <p className={styles.soft}>
          No email after a few minutes? Look in your spam folder, or have it sent again.
        </p>
        <ResendButton email={email} plan={plan} />
      </div>
    </Card>
  )
}

/** The server sends at most one link a minute to an address. */
const resendPauseMs = 60_000

/** Sends the verification link again, at most once a minute. */
export const ResendButton = ({ email, plan }: AccountCreatedProps) => {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => setState('ready'), resendPauseMs)
    return () => clearTimeout(timer)
  }, [state])
  const resend = async () => {
    setState('sending')
    try {
      await resendConfirmation({ email, plan })
      setState('sent')
      toast({
        title: 'Verification email sent',
        description: 'Please check your email for a new verification link.',
      })
    } catch (failure) {
      setState('ready')
      toast({
        title: 'Error',
        description: messageOf(failure, 'Failed to resend verification email. Please try again.'),
        variant: 'destructive',
      })
    }
  }
  return (
    <Button
      variant="secondary"
      loading={state === 'sending'}
      disabled={state === 'sent'}
      onClick={() => void resend()}
    >
      {state === 'sent' ? 'Sent' : 'Resend'}
    </Button>
  )
}
