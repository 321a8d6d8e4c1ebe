import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAdmin } from '#web/lib/access.ts'
import { openRecovery, type Recovery } from '#web/lib/recovery.ts'
import { useSession } from '#web/lib/session.ts'
import { storedInTab, storeInTab } from '#web/lib/browser-storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { NewPasswordForm } from '../components/new-password-form.tsx'
import styles from '../identity.module.css'

/** Time to read that the password has changed, in milliseconds. */
const readingPauseMs = 1500

const titles = {
  form: 'Reset Password',
  changed: 'Your password has been changed',
  noLink: 'Check Your Email',
} as const

const titleOf = (recovery: Recovery | undefined, changed: boolean): string => {
  if (changed) return titles.changed
  return recovery?.ready === false ? titles.noLink : titles.form
}

/** `/reset-password`: target of the link in a reset email. */
const ResetPasswordPage = () => {
  const [query] = useSearchParams()
  const fromAdmin = query.get('from') === 'admin' || query.get('admin') === '1'
  const [changed, setChanged] = useState(false)
  const recovery = useRecovery()
  const signInPage = fromAdmin ? paths.adminLogin : paths.login
  const onChanged = () => {
    storeInTab(storageKeys.passwordReset, 'true')
    setChanged(true)
  }
  useRedirectAfterChange(changed, fromAdmin ? paths.adminLogin : `${paths.login}?reset=success`)
  // Back has opened the used link again, which the server redirects to this page.
  if (recovery?.ready === false && query.has('error') && storedInTab(storageKeys.passwordReset) !== null)
    return <Navigate to={signInPage} replace />
  return (
    <PageBody>
      <PageMeta title={titleOf(recovery, changed)} description="Choose a new password for your account." />
      <Card className={styles.narrow}>
        {changed ? (
          <Changed />
        ) : recovery === undefined ? (
          <Spinner label="Checking your link" />
        ) : recovery.ready ? (
          <ChooseNewPassword onChanged={onChanged} />
        ) : (
          <CheckYourEmail message={recovery.message} back={signInPage} />
        )}
      </Card>
    </PageBody>
  )
}

/** Result of checking the reset link. Undefined while the check runs. */
const useRecovery = (): Recovery | undefined => {
  const [recovery, setRecovery] = useState<Recovery>()
  useEffect(() => {
    let isActive = true
    const check = async () => {
      const result = await openRecovery(window.location.search)
      if (isActive) setRecovery(result)
    }
    void check()
    return () => {
      isActive = false
    }
  }, [])
  return recovery
}

const useRedirectAfterChange = (changed: boolean, path: string): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!changed) return
    toast({ title: 'Password updated', description: 'Please sign in with your new password.' })
    const timer = setTimeout(() => void navigate(path, { replace: true }), readingPauseMs)
    return () => clearTimeout(timer)
  }, [changed, path, navigate])
}

const Changed = () => (
  <div className={styles.stack}>
    <h1 id={pageTitleId} className={styles.stateTitle}>
      {titles.changed}
    </h1>
    <p className={styles.waiting} role="status">
      <Spinner size={18} />
      <span>Taking you to the sign-in page…</span>
    </p>
  </div>
)

const ChooseNewPassword = ({ onChanged }: { onChanged: () => void }) => {
  const email = useSession().user?.email
  const title = email ? `Choose a new password for ${email}.` : 'Choose a new password.'
  return (
    <div className={styles.stack}>
      <h1 id={pageTitleId} className={styles.stateTitle}>
        {titles.form}
      </h1>
      <p>{withEmailBreaks(`${title} We’ll then sign you out on every device.`)}</p>
      <NewPasswordForm onChanged={onChanged} />
    </div>
  )
}

const CheckYourEmail = ({ message, back }: { message: string; back: string }) => {
  const email = useSession().user?.email
  return (
    <div className={styles.stack}>
      <h1 id={pageTitleId} className={styles.stateTitle}>
        {titles.noLink}
      </h1>
      <Alert kind="error">{message}</Alert>
      {email ? (
        <SignedInAs email={email} />
      ) : (
        <p>
          To choose a new password, you need the link that we email to you. Each link works once, and only for
          an hour. To get a new one, select ‘Forgot password?’ on the sign-in page.
        </p>
      )}
      <LinkButton to={back} variant="secondary">
        Back to Login
      </LinkButton>
    </div>
  )
}

/** The sign-in page redirects a signed-in user, who changes the password on the page of their own account. */
const SignedInAs = ({ email }: { email: string }) => {
  const { isAdmin } = useAdmin()
  return (
    <>
      <p>
        You’re signed in as {withEmailBreaks(email)}. You can change the password of this account on{' '}
        {isAdmin ? (
          <>
            the page <Link to={`${paths.admin}/account`}>My Account</Link>
          </>
        ) : (
          <Link to={paths.profile}>your profile</Link>
        )}
        .
      </p>
      <p>
        To get a new link, sign out first, then select ‘Forgot password?’ on the sign-in page. Each link works
        once, and only for an hour.
      </p>
    </>
  )
}

export default ResetPasswordPage
