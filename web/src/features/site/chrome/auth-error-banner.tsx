import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { CallError, callAsGuest } from '#web/lib/call.ts'
import * as paths from '#shared/values/site-map.ts'
import { savedPlan } from '#web/lib/saved-plan.ts'
import { stored } from '#web/lib/stored.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { authErrorText, isSignInLink, withoutAuthError } from './auth-error.ts'
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
    await callAsGuest('resend-confirmation', { email, plan: savedPlan() })
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

/** Explains why an emailed link failed, as reported in the page's query. Dismissing it removes the report. */
export const AuthErrorBanner = () => {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const text = hydrated ? authErrorText(search) : undefined
  if (text === undefined) return null
  const dismiss = () => void navigate(pathname + withoutAuthError(search), { replace: true })
  return (
    <div className={styles.authError}>
      <Alert kind="error" onDismiss={dismiss} actions={<NextStep search={search} />}>
        {text}
      </Alert>
    </div>
  )
}

const NextStep = ({ search }: { search: string }) => {
  if (isPassLink(search)) return null
  if (!isSignInLink(search)) return <Resend />
  return (
    <LinkButton to={paths.login} size="small" variant="secondary">
      Get a new link
    </LinkButton>
  )
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
