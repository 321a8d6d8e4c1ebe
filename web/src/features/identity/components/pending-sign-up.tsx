import { useSyncExternalStore } from 'react'
import { asSubscriptionPlan } from '../../../../../shared/values/plans.ts'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { stored } from '../../../lib/stored.ts'
import { Alert } from '../../../ui/alert.tsx'
import { ResendButton } from './account-created.tsx'

const never = () => () => {}
const waitingEmail = () => stored(storageKeys.pendingVerificationEmail)

/** For whoever comes back to the form, or reloads it, while their link waits in the inbox. */
export const PendingSignUp = () => {
  // Read once, after hydration: the prerendered page knows nobody.
  const email = useSyncExternalStore(never, waitingEmail, () => null)
  const { user, loading } = useSession()
  if (email === null || user !== null || loading) return null
  return (
    <Alert
      kind="info"
      title="Your account waits for your email address to be confirmed"
      actions={
        <ResendButton email={email} plan={asSubscriptionPlan(stored(storageKeys.pendingSignupPlan))} />
      }
    >
      We sent a link to {email}. Open it to go on, or have it sent again.
    </Alert>
  )
}
