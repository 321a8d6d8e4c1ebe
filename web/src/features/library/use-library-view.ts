import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { addressOf, type LibraryView, viewOf } from './library-view.ts'

/** Returns the tabs whose lists are shown completely, including the list of the chosen item. */
const allOf = ({ all, item, tab }: LibraryView) => (item === undefined ? all : [...all, tab])

/**
 * Returns the view in the address, and a function that changes parts of it. A change leaves the item out unless it
 * names one: the page scrolls to an item only when it was chosen, and Back then returns to the view before. `visit`
 * differs on each change of the address.
 */
export const useLibraryView = () => {
  const [search] = useSearchParams()
  const { key: visit } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => viewOf(search), [search])
  const change = useCallback(
    (changes: Partial<LibraryView>) =>
      void navigate(addressOf({ ...view, all: allOf(view), item: undefined, ...changes }), {
        replace: changes.item === undefined,
        preventScrollReset: true,
      }),
    [navigate, view],
  )
  return { view, visit, change }
}
