import { useState, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAccess } from '#web/lib/access.ts'
import { CallError, callAnonymously } from '#web/lib/call.ts'
import { savedPlan } from '#web/lib/saved-plan.ts'
import { useSession } from '#web/lib/session.ts'
import { stored } from '#web/lib/stored.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { authErrorText, hasTextForLinkType, nextStepOf, withoutAuthError } from './auth-error.ts'
import styles from './chrome.module.css'

const noEmail = 'Please go to the signup page to request a new verification email.'
const resendFailed = 'Failed to resend verification email. Please try again.'

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
    const description =
      failure instanceof CallError && !failure.hasNoServerMessage ? failure.message : resendFailed
    toast({ title: 'Error', description, variant: 'destructive' })
  }
}

const subscribeToNothing = () => () => {}

/** Returns true after hydration. The prerendered page has no query, so the banner must not show before then. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/** Returns whether the error belongs to the link of a chat pass. There is no verification email to resend then. */
const isPassLink = (search: string): boolean => new URLSearchParams(search).get('error') === 'pass_over'

interface Report {
  /** The query that reports the error. */
  readonly search: string
  readonly userId: string | undefined
}

/**
 * Returns the reported error until the visitor dismisses it, follows a link or signs in. It is kept when the page
 * redirects, as `/profile` does without a session.
 */
const useReport = (): { report: string | undefined; dismiss: () => void } => {
  const { search, pathname } = useLocation()
  const isRedirect = useNavigationType() === NavigationType.Replace
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const userId = useSession().user?.id
  const [kept, setKept] = useState<Report>()
  const [dismissed, setDismissed] = useState<string>()
  const reportsNow = hydrated && authErrorText(search) !== undefined
  if (reportsNow && kept?.search !== search) setKept({ search, userId })
  if (!reportsNow && kept !== undefined && (!isRedirect || kept.userId !== userId)) setKept(undefined)
  const dismiss = () => {
    setDismissed(kept?.search)
    if (reportsNow) void navigate(pathname + withoutAuthError(search), { replace: true })
  }
  return { report: kept?.search === dismissed ? undefined : kept?.search, dismiss }
}

/** Explains why an emailed link failed, as reported in the page's query. Dismissing it removes the report. */
export const AuthErrorBanner = () => {
  const { report, dismiss } = useReport()
  const isSignedIn = useSession().user !== null
  if (report === undefined) return null
  return (
    <div className={styles.authError}>
      <Alert kind="error" onDismiss={dismiss} actions={<NextStep search={report} isSignedIn={isSignedIn} />}>
        {authErrorText(report, isSignedIn)}
      </Alert>
    </div>
  )
}

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
