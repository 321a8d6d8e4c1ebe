import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { useRunningPass } from '#web/lib/running-pass.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'

const SessionBar = lazy(() => import('#web/features/chat/components/session-bar.tsx'))

/** Shows the time left of a running pass on every page but `/livechat`, which has its own clock. */
export const SessionBarSlot = () => {
  const pass = useRunningPass()
  const { pathname } = useLocation()
  if (pass === null || pathname === paths.liveChat) return null
  return (
    <ErrorFallback>
      <Suspense fallback={null}>
        <SessionBar pass={pass} />
      </Suspense>
    </ErrorFallback>
  )
}
