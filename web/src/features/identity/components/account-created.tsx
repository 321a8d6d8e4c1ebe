import { useEffect, useRef, useState } from 'react'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { resendConfirmation } from '../api.ts'
import styles from '../identity.module.css'

interface AccountCreatedProps {
  email: string
  plan: SubscriptionPlan | undefined
}

/** Shown after sign-up, until the user confirms the email address. */
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
          We’ve sent a link to <strong className={styles.address}>{email}</strong>. Open it to confirm your
          email address. This page will then take you to payment. We haven’t charged you anything.
        </p>
        <p className={styles.soft}>
          No email after a few minutes? Check your spam folder, or resend the email.
        </p>
        <ResendButton email={email} plan={plan} />
      </div>
    </Card>
  )
}

/** The server sends at most one link a minute to an address, in milliseconds. */
const resendPauseMs = 60_000

/** Button that resends the verification email, at most once a minute. */
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
