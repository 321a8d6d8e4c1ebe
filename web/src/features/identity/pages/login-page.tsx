import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { brand } from '../../../../../shared/values/brand.ts'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { useAdmin } from '../../../lib/access.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { store, stored } from '../../../lib/stored.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { LoginForm } from '../components/login-form.tsx'
import styles from '../identity.module.css'

/** `/login`: members sign in and move on to the library, admins to the admin area. */
const LoginPage = () => {
  const { user, loading } = useSession()
  useMoveOn(user !== null)
  useResetToast()
  return (
    <PageBody>
      <PageMeta
        title="Sign in"
        description="Sign in to your account: live chat advice and the members' library."
        path={paths.login}
      />
      <Card className={styles.narrow}>
        <div className={styles.stack}>
          <h1 className={styles.stateTitle}>Welcome back</h1>
          <noscript>
            <Alert kind="warning" title="Signing in needs JavaScript">
              Please switch it on in your browser, or write to {brand.supportEmail} and we will help.
            </Alert>
          </noscript>
          {/* Both stay where they are, or what is being typed would be lost when the app arrives. */}
          <p
            className={styles.waiting}
            role="status"
            data-when={loading ? 'signed-in' : undefined}
            hidden={!loading && !user}
          >
            <Spinner size={18} />
            <span>Signing you in…</span>
          </p>
          <div className={styles.stack} data-when={loading ? 'signed-out' : undefined} hidden={user !== null}>
            <LoginForm />
          </div>
          <p className={styles.soft}>
            New here? <Link to={paths.signUp}>Create account</Link>
          </p>
        </div>
      </Card>
    </PageBody>
  )
}

/** Moves a signed-in person on as soon as their role is known. */
const useMoveOn = (signedIn: boolean): void => {
  const { isAdmin, loading } = useAdmin()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn || loading) return
    if (stored(storageKeys.pendingLoginRedirect) !== null) {
      store(storageKeys.pendingLoginRedirect, null)
      toast({ title: 'Login Successful', description: 'Welcome back!' })
    }
    void navigate(isAdmin ? paths.admin : paths.library, { replace: true })
  }, [signedIn, loading, isAdmin, navigate])
}

/** After a password reset: says so once, and takes the word out of the address. */
const useResetToast = (): void => {
  const [query, setQuery] = useSearchParams()
  const reset = query.get('reset') === 'success'
  useEffect(() => {
    if (!reset) return
    toast({
      title: 'Password Reset Successful',
      description: 'You can now sign in with your new password.',
    })
    setQuery({}, { replace: true })
  }, [reset, setQuery])
}

export default LoginPage
