import { useEffect, useState } from 'react'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { toast } from '#web/ui/toast.ts'
import { resendConfirmation } from '../api.ts'
import type { Confirmation } from '../use-confirmation.ts'

interface ResendButtonProps {
  readonly email: string
  readonly plan: SubscriptionPlan | undefined
  readonly confirmation: Confirmation
}

/** The server sends at most one link a minute to an address, in milliseconds. */
const resendPauseMs = 60_000

/** Button that resends the verification email, at most once a minute. Sends nothing for a confirmed address. */
export const ResendButton = ({ email, plan, confirmation }: ResendButtonProps) => {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => setState('ready'), resendPauseMs)
    return () => clearTimeout(timer)
  }, [state])
  const resend = async () => {
    setState('sending')
    try {
      if ((await confirmation.check()) === 'confirmed') return setState('ready')
      await resendConfirmation({ email, plan })
      setState('sent')
      confirmation.restart()
      toast({
        title: 'Verification email sent',
        description: 'If your email address still needs to be confirmed, we’ve sent you a new link.',
      })
    } catch (failure) {
      setState('ready')
      toast({
        title: 'Error',
        description: failureText(failure, 'Failed to resend verification email. Please try again.'),
        variant: 'destructive',
      })
    }
  }
  return (
    <Button
      variant="secondary"
      loading={state === 'sending'}
      aria-disabled={state === 'sent'}
      onClick={() => void resend()}
    >
      <LiveText>{state === 'sent' ? 'Sent' : 'Resend'}</LiveText>
    </Button>
  )
}
