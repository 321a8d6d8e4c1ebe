import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { passMinutes } from '../../../../../shared/values/plans.ts'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { refreshAccess, useAccess } from '../../../lib/access.ts'
import { clearChatState } from '../../../lib/chat-state.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { dropSession } from '../../../lib/session-store.ts'
import { store } from '../../../lib/stored.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import styles from '../account.module.css'
import { AccountActions } from '../components/account-actions.tsx'
import { AccountInformation } from '../components/account-information.tsx'
import { PassCard } from '../components/pass-card.tsx'
import { PaymentTrouble } from '../components/payment-trouble.tsx'
import { TicketsCard } from '../components/tickets-card.tsx'

const grantedMs = 5000

/** `/profile`: the person's own account. Admins have theirs in the admin area. */
const ProfilePage = () => {
  const { user, loading } = useSession()
  const { access } = useAccess()
  const [leaving, setLeaving] = useState(false)
  const leave = useLeave()
  if (!loading && !user && !leaving) return <Navigate to={paths.login} replace />
  if (access.isAdmin && !leaving) return <Navigate to={paths.admin} replace />
  const onDeleted = () => {
    setLeaving(true)
    leave()
  }
  return (
    <PageBody>
      <PageMeta title="Account Profile" description="Your account, your subscription and your data." />
      <PageHeading
        title="Account Profile"
        lead="Your account, your subscription and your data."
        drawing={<Door colour="account" state="open" height={128} />}
      />
      {user ? <Profile onDeleted={onDeleted} /> : <Spinner label="Loading your account" />}
    </PageBody>
  )
}

const Profile = ({ onDeleted }: { onDeleted: () => void }) => {
  const state = useAccess()
  const { access, loading, failed } = state
  const activated = useActivation()
  return (
    <>
      <div className={styles.above}>
        {activated ? <Activated oneTime={access.hasOneTimeAccess && !access.isSubscribed} /> : null}
        {failed ? <AccessUnknown /> : null}
        {access.paymentDue && !access.isSubscribed ? <PaymentTrouble /> : null}
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <AccountInformation {...state} />
          {access.pass ? <PassCard pass={access.pass} /> : null}
          <TicketsCard />
        </div>
        <AccountActions access={access} loading={loading || failed} onDeleted={onDeleted} />
      </div>
    </>
  )
}

/** Back from paying: says so once, and takes the word for it out of the address. */
const useActivation = (): boolean => {
  const [query, setQuery] = useSearchParams()
  const [activated, setActivated] = useState(false)
  const returned = query.get('payment') === 'success'
  useEffect(() => {
    if (!returned) return
    setActivated(true)
    toast({
      title: 'Access Granted!',
      description: 'Your payment was successful and profile access has been unlocked.',
      durationMs: grantedMs,
    })
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true },
    )
    void refreshAccess()
  }, [returned, setQuery])
  return activated
}

const Activated = ({ oneTime }: { oneTime: boolean }) => (
  <Alert kind="success" title="Access Activated!">
    Your payment was successful.
    {oneTime ? ` Your ${passMinutes}-minute timer starts when advisers respond in live chat.` : null}
  </Alert>
)

const AccessUnknown = () => (
  <LoadFailed title="We could not check your access" onRetry={() => void refreshAccess()}>
    Nothing has changed about it. Please try again in a moment.
  </LoadFailed>
)

/** What a sign-up may have left in the browser about the person. */
const personalKeys = [
  storageKeys.pendingVerificationEmail,
  storageKeys.pendingSignupUserInfo,
  storageKeys.pendingSignupPlan,
  storageKeys.pendingSignupRedirect,
  storageKeys.pendingReferrerToken,
  storageKeys.selectedPlan,
  storageKeys.sessionExpiry,
] as const

/** Says goodbye after the account was deleted: forgets the person on this device and goes to the home page. */
const useLeave = () => {
  const navigate = useNavigate()
  return () => {
    toast({
      title: 'Account deleted',
      description: 'Your account has been deleted. We have sent you a receipt.',
    })
    dropSession()
    clearChatState()
    for (const key of personalKeys) store(key, null)
    void navigate(paths.home, { replace: true })
  }
}

export default ProfilePage
