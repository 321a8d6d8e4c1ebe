import type { ReactNode } from 'react'
import { refreshAccess, useAccess } from '../../../lib/access.ts'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LibraryLoading } from './library-loading.tsx'

/** Lets members and admins in. The server decides again at every call. */
export const LibraryGate = ({ children }: { children: ReactNode }) => {
  const { loading: sessionLoading } = useSession()
  const { access, loading, failed } = useAccess()
  if (access.isSubscribed || access.isAdmin) return children
  if (sessionLoading || loading) return <LibraryLoading slow={false} />
  if (failed) return <AccessUnknown />
  return (
    <EmptyState title="Members only" action={<LinkButton to={paths.subscribe}>Subscribe</LinkButton>}>
      Please start a subscription to access the library.
    </EmptyState>
  )
}

const AccessUnknown = () => (
  <LoadFailed title="We could not check your access" onRetry={() => void refreshAccess()}>
    Nothing has changed about your subscription. Please try again in a moment.
  </LoadFailed>
)
