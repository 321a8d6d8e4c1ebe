import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAccess } from '#web/lib/access.ts'
import { useFollowedPass } from '#web/lib/running-pass.ts'
import { stored } from '#web/lib/browser-storage.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const SessionBar = lazyComponent(() => import('#web/features/chat/components/session-bar.tsx'))

/**
 * Shows the time left of a running pass on every page but `/livechat`, which has its own clock. After a page load,
 * `SessionBar` determines whether a pass is running.
 */
export const SessionBarSlot = () => {
  const pass = useFollowedPass()
  const state = useAccess()
  const [mayRun, setMayRun] = useState(false)
  const { pathname } = useLocation()
  // The stored end is not read during the first render, which must match the prerendered page.
  useEffect(
    () => setMayRun(state.access.pass !== null || stored(storageKeys.sessionExpiry) !== null),
    [state],
  )
  if ((pass === null && !mayRun) || pathname === paths.liveChat) return null
  return (
    <ErrorFallback>
      <Suspense fallback={null}>
        <SessionBar pass={pass} access={state} />
      </Suspense>
    </ErrorFallback>
  )
}
