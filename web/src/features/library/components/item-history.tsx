import { Suspense, useEffect, useRef, useState } from 'react'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { LibraryItem } from '../items.ts'
import { HistoryDetails } from './history-details.tsx'
import { HistoryFailed } from './history-failed.tsx'

/** Loaded when a member opens a history, because most visits need none. */
const ItemChanges = lazyComponent(() => import('./item-changes.tsx'))

/** Lists what changed in an item and when. The list is loaded when a member opens it. */
export const ItemHistory = ({ item }: { item: LibraryItem }) => {
  const [opened, setOpened] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // The member may have opened it before the app was ready.
  useEffect(() => {
    if (details.current?.open) setOpened(true)
  }, [])
  return (
    <HistoryDetails item={item} details={details} onOpen={() => setOpened(true)}>
      {opened ? (
        <ErrorFallback fallback={(retry) => <HistoryFailed onRetry={retry} />}>
          <Suspense fallback={<Spinner label="Loading the history" size={18} />}>
            <ItemChanges id={item.id} />
          </Suspense>
        </ErrorFallback>
      ) : null}
    </HistoryDetails>
  )
}
