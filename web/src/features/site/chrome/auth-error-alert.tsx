import { useState } from 'react'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAccess } from '#web/lib/access.ts'
import { callAnonymously } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { savedPlan } from '#web/lib/saved-plan.ts'
import { useSession } from '#web/lib/session.ts'
import { stored } from '#web/lib/browser-storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { authErrorText, hasTextForLinkType, nextStepOf } from './auth-error.ts'

const noEmail = 'Please go to the signup page to request a new verification email.'

const resend = async (): Promise<void> => {
  const email = stored(storageKeys.pendingVerificationEmail)
  if (!email) {
    toast({ title: 'Email required', description: noEmail, variant: 'destructive' })
    return
  }
  try {
    await callAnonymously('resend-confirmation', { email, plan: savedPlan() })
    toast({
      title: 'Verification email sent',
      description: 'Please check your email for a new verification link.',
    })
  } catch (failure) {
    toast({
      title: 'Error',
      description: failureText(failure, 'Failed to resend verification email. Please try again.'),
      variant: 'destructive',
    })
  }
}

/** Returns whether the error belongs to the link of a chat pass. There is no verification email to resend then. */
const isPassLink = (search: string): boolean => new URLSearchParams(search).get('error') === 'pass_over'

interface AuthErrorAlertProps {
  /** The query that reports the error. */
  readonly report: string
  readonly onDismiss: () => void
}

/** Says why an emailed link failed, and offers the next step. */
const AuthErrorAlert = ({ report, onDismiss }: AuthErrorAlertProps) => {
  const isSignedIn = useSession().user !== null
  return (
    <Alert kind="error" onDismiss={onDismiss} actions={<NextStep search={report} isSignedIn={isSignedIn} />}>
      {authErrorText(report, isSignedIn)}
    </Alert>
  )
}

export default AuthErrorAlert

interface NextStepProps {
  readonly search: string
  readonly isSignedIn: boolean
}

const NextStep = ({ search, isSignedIn }: NextStepProps) => {
  const access = useAccess()
  if (isPassLink(search)) return null
  if (!hasTextForLinkType(search, isSignedIn)) return <Resend />
  const step = nextStepOf(search, isSignedIn, access)
  return step ? (
    <LinkButton to={step.to} size="small" variant="secondary">
      {step.label}
    </LinkButton>
  ) : null
}

const Resend = () => {
  const [sending, setSending] = useState(false)
  const onResend = async () => {
    setSending(true)
    await resend()
    setSending(false)
  }
  return (
    <Button size="small" variant="secondary" loading={sending} onClick={() => void onResend()}>
      Resend
    </Button>
  )
}
