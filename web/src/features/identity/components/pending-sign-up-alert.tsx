import { useSyncExternalStore } from 'react'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { stored } from '#web/lib/browser-storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { useConfirmation } from '../use-confirmation.ts'
import { ResendButton } from './resend-button.tsx'

const subscribeToNothing = () => () => {}
const pendingEmail = () => stored(storageKeys.pendingVerificationEmail)
const pendingId = () => stored(storageKeys.pendingSignupId)

/** Reminds a visitor with an unconfirmed sign-up to open the emailed link. */
export const PendingSignUpAlert = () => {
  // Read after hydration, because the prerendered page is the same for everyone.
  const email = useSyncExternalStore(subscribeToNothing, pendingEmail, () => null)
  const id = useSyncExternalStore(subscribeToNothing, pendingId, () => null)
  const confirmation = useConfirmation(id)
  const { user, loading } = useSession()
  if (email === null || user !== null || loading) return null
  if (confirmation.status === 'confirmed')
    return (
      <Alert
        kind="info"
        title="Your email address is confirmed"
        actions={
          <LinkButton to={paths.members} size="small" variant="secondary">
            Sign in
          </LinkButton>
        }
      >
        Sign in with {withEmailBreaks(email)} to choose your plan and pay.
      </Alert>
    )
  return (
    <Alert
      kind="info"
      title="Please confirm your email address"
      actions={
        <ResendButton
          email={email}
          plan={asSubscriptionPlan(stored(storageKeys.pendingSignupPlan))}
          confirmation={confirmation}
        />
      }
    >
      We’ve sent a link to {withEmailBreaks(email)}. Open it to continue, or resend the email.
    </Alert>
  )
}
