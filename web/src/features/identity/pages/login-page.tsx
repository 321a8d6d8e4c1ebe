import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useReturnPath } from '#web/components/sign-in-link.tsx'
import { useAccess } from '#web/lib/access.ts'
import { planOfThisTab } from '#web/lib/saved-plan.ts'
import * as paths from '#shared/values/site-map.ts'
import { useSession } from '#web/lib/session.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { Card } from '#web/ui/card.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { FormNeedsScript } from '../components/form-needs-script.tsx'
import { LoginForm } from '../components/login-form.tsx'
import styles from '../identity.module.css'

/**
 * `/login`: redirects users whom a page sent here back to it, admins to the admin area, users who chose a plan in this
 * tab to the plans, and others to the library.
 */
const LoginPage = () => {
  const { user, loading } = useSession()
  useRoleRedirect(user !== null)
  useResetToast()
  return (
    <PageBody>
      <PageMeta
        title="Sign in"
        description="Sign in to your account for live chat advice and the member library."
        path={paths.login}
      />
      <Card className={styles.narrow}>
        <div className={styles.stack}>
          <h1 id={pageTitleId} className={styles.stateTitle}>
            Welcome back
          </h1>
          <FormNeedsScript toDo="sign in" />
          {/* Both elements stay in place, so that hydration does not lose what the user is typing. */}
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

/**
 * Redirects a signed-in user as soon as the role is known. A user who chose a plan in this tab and has no subscription
 * goes to the plans; for that, the complete access status must be known.
 */
const useRoleRedirect = (signedIn: boolean): void => {
  const { access, roleKnown, loading, failed } = useAccess()
  const plan = signedIn ? planOfThisTab() : undefined
  const isKnown = plan === undefined || access.isAdmin ? roleKnown : !loading
  const goesToPlans = plan !== undefined && !failed && !access.isSubscribed
  const defaultPath = access.isAdmin ? paths.admin : goesToPlans ? paths.subscribe : paths.library
  const returnPath = useReturnPath()
  const mayReturn = access.isAdmin || !returnPath?.startsWith(paths.admin)
  const path = (mayReturn ? returnPath : undefined) ?? defaultPath
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn || !isKnown) return
    if (stored(storageKeys.pendingLoginRedirect) !== null) {
      store(storageKeys.pendingLoginRedirect, null)
      toast({ title: 'Login Successful', description: 'Welcome back!' })
    }
    void navigate(path, { replace: true })
  }, [signedIn, isKnown, path, navigate])
}

/** Shows a toast after a password reset and removes the parameter from the address. */
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
