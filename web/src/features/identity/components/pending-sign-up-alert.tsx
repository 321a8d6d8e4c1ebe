import { useSyncExternalStore } from 'react'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { stored } from '#web/lib/stored.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ResendButton } from './account-created.tsx'

const subscribeToNothing = () => () => {}
const pendingEmail = () => stored(storageKeys.pendingVerificationEmail)

/** Reminds a visitor with an unconfirmed sign-up to open the emailed link. */
export const PendingSignUpAlert = () => {
  // Read after hydration, because the prerendered page is the same for everyone.
  const email = useSyncExternalStore(subscribeToNothing, pendingEmail, () => null)
  const { user, loading } = useSession()
  if (email === null || user !== null || loading) return null
  return (
    <Alert
      kind="info"
      title="Please confirm your email address"
      actions={
        <ResendButton email={email} plan={asSubscriptionPlan(stored(storageKeys.pendingSignupPlan))} />
      }
    >
      We’ve sent a link to {email}. Open it to continue, or resend the email.
    </Alert>
  )
}
