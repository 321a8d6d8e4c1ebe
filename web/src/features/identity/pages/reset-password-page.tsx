import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import * as paths from '../../../lib/paths.ts'
import { openRecovery, type Recovery } from '../../../lib/recovery.ts'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { NewPasswordForm } from '../components/new-password-form.tsx'
import styles from '../identity.module.css'

/** Long enough to read that the password is changed, in milliseconds. */
const readingPauseMs = 1500

/** `/reset-password`: where the link of a reset mail leads. */
const ResetPasswordPage = () => {
  const [query] = useSearchParams()
  const fromAdmin = query.get('from') === 'admin' || query.get('admin') === '1'
  const [changed, setChanged] = useState(false)
  const recovery = useRecovery()
  useMoveOn(changed, fromAdmin ? paths.adminLogin : `${paths.login}?reset=success`)
  return (
    <PageBody>
      <PageMeta title="Reset your password" description="Choose a new password for your account." />
      <Card className={styles.narrow}>
        {changed ? (
          <Changed />
        ) : recovery === undefined ? (
          <Spinner label="Checking your link" />
        ) : recovery.ready ? (
          <div className={styles.stack}>
            <h1 className={styles.stateTitle}>Reset Password</h1>
            <p>Choose a new password. You are then signed out on every device.</p>
            <NewPasswordForm onChanged={() => setChanged(true)} />
          </div>
        ) : (
          <CheckYourEmail message={recovery.message} back={fromAdmin ? paths.adminLogin : paths.login} />
        )}
      </Card>
    </PageBody>
  )
}

/** What became of the link that led here; undefined while it is being checked. */
const useRecovery = (): Recovery | undefined => {
  const [recovery, setRecovery] = useState<Recovery>()
  useEffect(() => {
    let wanted = true
    const open = async () => {
      const found = await openRecovery(window.location.search)
      if (wanted) setRecovery(found)
    }
    void open()
    return () => {
      wanted = false
    }
  }, [])
  return recovery
}

const useMoveOn = (changed: boolean, path: string): void => {
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
    <h1 className={styles.stateTitle}>Your password is changed</h1>
    <p className={styles.waiting} role="status">
      <Spinner size={18} />
      <span>Taking you to the sign-in.</span>
    </p>
  </div>
)

const CheckYourEmail = ({ message, back }: { message: string; back: string }) => (
  <div className={styles.stack}>
    <h1 className={styles.stateTitle}>Check Your Email</h1>
    <Alert kind="error">{message}</Alert>
    <p>
      A new password is chosen through a link that we send by email. It works once and for an hour. On the
      sign-in page, &lsquo;Forgot password?&rsquo; sends you a new one.
    </p>
    <LinkButton to={back} variant="secondary">
      Back to Login
    </LinkButton>
  </div>
)

export default ResetPasswordPage
