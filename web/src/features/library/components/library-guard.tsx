import { Suspense, type ReactNode } from 'react'
import * as paths from '#shared/values/site-map.ts'
import { SignInLink } from '#web/components/sign-in-link.tsx'
import { refreshAccess, useAccess } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { LibraryLoading } from './library-loading.tsx'

/** Loaded for members with an open invoice or a disputed payment only. */
const PaymentProblems = lazyComponent(async () => ({
  default: (await import('#web/components/payment-problems.tsx')).PaymentProblems,
}))

interface LibraryGuardProps {
  /** Renders the library, and its frame without content until `admitted` is true. */
  readonly children: (admitted: boolean) => ReactNode
}

/** Admits members and admins only. The server checks access again on every call. */
export const LibraryGuard = ({ children }: LibraryGuardProps) => {
  const { user, loading: sessionLoading } = useSession()
  const { access, loading, failed } = useAccess()
  if (access.isSubscribed || access.isAdmin) return children(true)
  if (sessionLoading || loading) return children(false)
  if (failed) return <AccessUnknown />
  if (access.disputed || access.paymentDue)
    return (
      <Suspense fallback={<LibraryLoading slow={false} />}>
        <PaymentProblems paymentDue={access.paymentDue} disputed={access.disputed} />
      </Suspense>
    )
  return (
    <EmptyState
      title="Members only"
      action={
        <>
          <LinkButton to={paths.subscribe}>Subscribe</LinkButton>
          {user === null ? (
            <p>
              Already a member? <SignInLink />
            </p>
          ) : null}
        </>
      }
    >
      Please start a subscription to access the library.
    </EmptyState>
  )
}

const AccessUnknown = () => (
  <LoadFailed title="We couldn’t check your access" onRetry={() => void refreshAccess()}>
    Your subscription hasn’t changed. Please try again in a moment.
  </LoadFailed>
)
