import { Suspense, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { useSignInRedirect } from '#web/components/sign-in-link.tsx'
import { useAccess, useAdmin } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../admin.module.css'
import { adminDescription } from '../description.ts'
import { sectionCode, sectionNameAt } from './section-code.ts'

/**
 * Loaded for admins only, so that other users never receive the code of the admin area. The code of the section is
 * requested at the same time; one after the other, both would wait for the network.
 */
const AdminShell = lazyComponent(() => {
  const shell = import('./admin-shell.tsx')
  // If this fails, the shell loads the section again and shows the failure.
  sectionCode[sectionNameAt(location.pathname)]().catch(() => undefined)
  return shell
})

/** `/admin/<section>`, for admins only. The server checks the role again on every call. */
const AdminPage = () => (
  <PageBody>
    <Guarded />
  </PageBody>
)

const Checking = () => (
  <>
    <PageMeta title="Admin" description={adminDescription} />
    <div className={styles.checking}>
      <Spinner label="Checking your access" size={32} />
    </div>
  </>
)

/** Redirects users who are not known to be admins. If the check failed, a toast says so: the user may be an admin. */
const NotAdmin = () => {
  const { failed } = useAccess()
  useEffect(() => {
    if (!failed) return
    const description = 'Unable to verify admin status. Please try again in a moment.'
    toast({ title: 'Error', description, variant: 'destructive' })
  }, [failed])
  return <Navigate to={paths.home} replace />
}

const Guarded = () => {
  const signInRedirect = useSignInRedirect()
  const { user, loading: sessionLoading } = useSession()
  const { isAdmin, loading: roleLoading } = useAdmin()
  if (sessionLoading || (user && roleLoading)) return <Checking />
  if (!user) return signInRedirect
  if (!isAdmin) return <NotAdmin />
  return (
    <Suspense fallback={<Checking />}>
      <AdminShell />
    </Suspense>
  )
}

export default AdminPage
