import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { refreshAccess, useAccess } from '#web/lib/access.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { NeedsScript } from '#web/components/needs-script.tsx'
import { hasEndedSubscription } from '#web/components/payment-due.tsx'
import { useSignInRedirect } from '#web/components/sign-in-link.tsx'
import { isCheckingLink } from '#web/lib/auth-hash.ts'
import { getBilling } from '#web/lib/billing.ts'
import { clearSessionData, signUpKeys } from '#web/lib/user-data.ts'
import { useSession } from '#web/lib/session.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { useStore } from '#web/lib/store.ts'
import { store } from '#web/lib/browser-storage.ts'
import { notYet, useResult } from '#web/lib/use-result.ts'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from '../account.module.css'
import { getProfile } from '../api.ts'
import { AccountActions } from '../components/account-actions.tsx'
import { AccountInformation } from '../components/account-information.tsx'
import { BillingPanel } from '../components/billing-panel.tsx'
import { DetailsCard } from '../components/details-card.tsx'
import { LibraryEmailsCard } from '../components/library-emails-card.tsx'
import { PassCard } from '../components/pass-card.tsx'
import { PasskeysCard } from '../components/passkeys-card.tsx'
import { PaymentNotices } from '../components/payment-notices.tsx'
import { StoppedEmails } from '../components/stopped-emails.tsx'
import { useIsTicketsLink } from '../components/use-tickets-link.ts'
import { loadAccountForms } from '../components/use-account-forms.ts'
import { useReloadOnlyHere } from '../run-action.ts'
import { useCurrentAccount } from '../use-current-account.ts'

/** Few visits follow a payment. */
const PaymentReturn = lazyPart(
  'Your payment could not be checked',
  () => import('../components/payment-return.tsx'),
)

/** Below what every account has, and most accounts have no tickets. */
const TicketsCard = lazyPart(
  'Your tickets could not be loaded',
  () => import('../components/tickets-card.tsx'),
)

/** `/profile`: the account of the signed-in user. Admins are redirected to the admin area. */
const ProfilePage = () => {
  const { user, loading } = useSession()
  // Until the server has checked a link, nobody may press a button of the account.
  const isChecking = useStore(isCheckingLink, false)
  const { access } = useAccess()
  const [deleted, setDeleted] = useState(false)
  const leaveSite = useLeaveSite()
  const signInRedirect = useSignInRedirect(useIsTicketsLink() ? paths.profileTickets : paths.profile)
  if (!loading && !user && !deleted) return signInRedirect
  if (access.isAdmin && !deleted) return <Navigate to={paths.admin} replace />
  const onDeleted = () => {
    setDeleted(true)
    leaveSite()
  }
  return (
    <PageBody>
      <PageMeta title="Account Profile" description="Your account, your subscription and your data." />
      <PageHeading
        title="Account Profile"
        lead="Your account, your subscription and your data."
        drawing={<Door colour="account" height={128} />}
      />
      <NeedsScript />
      {user || (loading && !isChecking) ? (
        <Profile email={user?.email} onDeleted={onDeleted} />
      ) : (
        <Spinner label="Loading your account" />
      )}
    </PageBody>
  )
}

/** Reports on the payment that the page was opened after. `PaymentReturn` removes the parameter from the address. */
const AfterPayment = ({ access }: { readonly access: AccessStatus }) => {
  const [query] = useSearchParams()
  const [isReturn] = useState(query.get('payment') === 'success')
  return isReturn ? <PaymentReturn props={{ access }} placeholder={null} /> : null
}

interface ProfileProps {
  /** Undefined while it is not known yet who is signed in: the page then shows its frame, and loads nothing. */
  readonly email: string | undefined
  readonly onDeleted: () => void
}

const Profile = ({ email, onDeleted }: ProfileProps) => {
  const state = useAccess()
  const { access, failed } = state
  const loading = state.loading || email === undefined
  const profile = useResult(email === undefined ? notYet : getProfile)
  const billing = useResult(email === undefined ? notYet : getBilling)
  useReloadOnlyHere(billing.reload)
  useCurrentAccount(profile.reload)
  const isShown = profile.result.state !== 'loading' && billing.result.state !== 'loading'
  usePreloadedForms(isShown)
  const bill = billing.result.state === 'ready' ? billing.result.data : undefined
  const hasEnded = billing.result.state === 'loading' ? undefined : hasEndedSubscription(bill)
  const isMember = loading || failed ? undefined : access.isSubscribed
  const tickets = { isMember, isPlaced: isShown && !loading }
  const currentEmail = profile.result.state === 'ready' ? profile.result.data.email : (email ?? '')
  return (
    <>
      <div className={styles.above}>
        <AfterPayment access={access} />
        {failed ? <AccessUnknown /> : null}
        <StoppedEmails profile={profile.result} />
        <PaymentNotices access={access} balance={bill?.openBalance ?? null} hasEnded={hasEnded} />
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <AccountInformation
            state={{ ...state, loading }}
            profile={profile.result}
            billing={billing.result}
            onRetry={profile.retry}
          />
          <DetailsCard profile={profile.result} />
          {access.pass ? <PassCard pass={access.pass} /> : null}
          <BillingPanel
            billing={billing.result}
            accessUntil={access.isSubscribed && access.withoutRenewal ? access.subscriptionEnd : null}
            onRetry={billing.retry}
          />
          {profile.result.state === 'loading' ? null : <TicketsCard props={tickets} placeholder={null} />}
        </div>
        <div className={styles.stack}>
          <AccountActions
            access={access}
            hasEnded={hasEnded}
            billing={bill}
            accessState={failed ? 'failed' : loading ? 'loading' : 'known'}
            email={currentEmail}
            onDeleted={onDeleted}
          />
          {email === undefined ? null : (
            <>
              <PasskeysCard email={currentEmail} />
              <LibraryEmailsCard />
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** Loads the dialogs and forms once the page shows its content, so that they open without a delay. */
const usePreloadedForms = (isShown: boolean): void =>
  useEffect(() => {
    // If this fails, the press of a button tries again and reports it.
    if (isShown) loadAccountForms().catch(() => undefined)
  }, [isShown])

const AccessUnknown = () => (
  <LoadFailed title="We couldn’t check your access" onRetry={() => void refreshAccess()}>
    Your access hasn’t changed. Please try again in a moment.
  </LoadFailed>
)

/** Returns a function that, after the account was deleted, clears this device and goes to the home page. */
const useLeaveSite = () => {
  const navigate = useNavigate()
  return () => {
    toast({
      title: 'Account deleted',
      description: 'Your account has been deleted. We have emailed you a confirmation.',
    })
    clearSessionData(dropSession())
    for (const key of [...signUpKeys, storageKeys.selectedPlan] as const) store(key, null)
    void navigate(paths.home, { replace: true })
  }
}

export default ProfilePage
