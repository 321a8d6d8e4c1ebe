import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { currentSession, onSessionEvent } from '#web/lib/session-store.ts'
import { addressOf, type LibraryView, viewOf } from './library-view.ts'

/** Returns the tabs whose lists are shown completely, including the list of the chosen item. */
const allOf = ({ all, item, tab }: LibraryView) => (item === undefined ? all : [...all, tab])

/**
 * Returns the view in the address, and a function that changes parts of it. A change leaves the item out unless it
 * names one: the page scrolls to an item only when it was chosen, and Back then returns to the view before. `visit`
 * differs on each change of the address. When the user signs out, or another signs in, the address loses the view.
 */
export const useLibraryView = () => {
  const [search] = useSearchParams()
  const { key: visit } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    let userId = currentSession()?.user.id
    // The next user of the browser must not see what this user has searched for.
    return onSessionEvent(() => {
      const earlier = userId
      userId = currentSession()?.user.id
      if (earlier && earlier !== userId) void navigate(paths.library, { replace: true })
    })
  }, [navigate])
  const view = useMemo(() => viewOf(search), [search])
  const change = useCallback(
    (changes: Partial<LibraryView>) =>
      void navigate(addressOf({ ...view, all: allOf(view), item: undefined, ...changes }), {
        replace: changes.item === undefined,
      }),
    [navigate, view],
  )
  return { view, visit, change }
}
