import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { CallError, callAsGuest } from '../../../lib/call.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { savedPlan } from '../../../lib/saved-plan.ts'
import { stored } from '../../../lib/stored.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { authErrorText } from './auth-error.ts'
import styles from './chrome.module.css'

const noEmail = 'Please go to the signup page to request a new verification email.'
const failed = 'Failed to resend verification email. Please try again.'

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
    const said = failure instanceof CallError && !failure.wordless ? failure.message : failed
    toast({ title: 'Error', description: said, variant: 'destructive' })
  }
}

const never = () => () => {}

/** Prerendered pages know no query: the banner waits until the page is hydrated. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** A link that does not work any more: used, run out or never ours. */
const isUsedLink = (search: string): boolean =>
  new URLSearchParams(search).get('error_code') === 'otp_expired'

/** The way back to a chat pass is no link that verifies an address: there is nothing to send again. */
const isLinkOfPass = (search: string): boolean => new URLSearchParams(search).get('error') === 'pass_over'

/** Says why an e-mailed link did not work, from the address that it led to. */
export const AuthErrorBanner = () => {
  const { search, pathname } = useLocation()
  const hydrated = useHydrated()
  const [dismissed, setDismissed] = useState<string>()
  const { user } = useSession()
  const text = hydrated ? authErrorText(search) : undefined
  if (text === undefined || dismissed === search) return null
  // Who is signed in pressed its button and went back: it has done what it was for, and saying that it failed
  // would only frighten. The page for a new password says it itself, with the right way to another link.
  if (isUsedLink(search) && (user !== null || pathname === paths.resetPassword)) return null
  return (
    <div className={styles.authError}>
      <Alert
        kind="error"
        onDismiss={() => setDismissed(search)}
        actions={isLinkOfPass(search) ? undefined : <Resend />}
      >
        {text}
      </Alert>
    </div>
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
