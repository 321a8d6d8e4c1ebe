import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import { useAdmin } from '../../../lib/access.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { PageBody } from '../../../ui/page-body.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../admin.module.css'
import { AdminMeta } from '../components/admin-meta.tsx'

/** Fetched for admins alone: nobody else gets the code of the area. */
const AdminShell = lazy(() => import('../components/admin-shell.tsx'))

/** `/admin/<section>`, for admins only. The server decides again at every call. */
const AdminPage = () => (
  <PageBody>
    <Guarded />
  </PageBody>
)

const Checking = () => (
  <>
    <AdminMeta />
    <div className={styles.checking}>
      <Spinner label="Checking your access" size={32} />
    </div>
  </>
)

const Guarded = () => {
  const { user, loading: sessionLoading } = useSession()
  const { isAdmin, loading: roleLoading } = useAdmin()
  if (sessionLoading || (user && roleLoading)) return <Checking />
  if (!user) return <Navigate to={paths.login} replace />
  if (!isAdmin) return <Navigate to={paths.home} replace />
  return (
    <Suspense fallback={<Checking />}>
      <AdminShell />
    </Suspense>
  )
}

export default AdminPage
