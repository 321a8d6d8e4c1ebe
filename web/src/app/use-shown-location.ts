import { useEffect, useState } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { hydrationEnd } from '#web/lib/hydration.ts'
import { pause } from '#web/lib/pause.ts'
import { isPageLoaded, preloadPage } from './pages.ts'

/** Time that a page stays while the code of the next one is loading, in milliseconds. A spinner follows. */
export const pageStaysMs = 1000

/**
 * Returns the location of the page to show. A page stays until all its parts have been hydrated, and the code of the
 * next one has been loaded.
 */
export const useShownLocation = (): Location => {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  const isReady = isPageLoaded(location.pathname) && hydrationEnd() === undefined
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      // If loading fails, rendering the page tries again and shows the failure.
      const loaded = preloadPage(location.pathname).catch(() => undefined)
      if (!isReady) await Promise.race([loaded, pause(pageStaysMs)])
      await hydrationEnd()
      if (isCurrent) setShown(location)
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [location, isReady])
  return isReady ? location : shown
}
