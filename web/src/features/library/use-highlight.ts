import { useCallback, useEffect, useState } from 'react'
import { searchHighlightMs, searchScrollDelayMs } from '#shared/values/limits.ts'
import { rowId } from './items.ts'

/** Time after which a row that has not appeared is no longer waited for. */
const maxWaitMs = 10_000

/**
 * Highlights an item: scrolls to it after its list has had time to open, moves the focus there and marks it for a short
 * time. Returns the marked item, and the function that highlights another.
 */
export const useHighlight = (): { highlighted: string | undefined; highlight: (item: string) => void } => {
  const [target, setTarget] = useState<{ item: string }>()
  useEffect(() => {
    if (!target) return
    const startedAt = performance.now()
    const fadeLater = () => setTimeout(() => setTarget(undefined), searchHighlightMs)
    let fade = fadeLater()
    const show = () => {
      const row = document.getElementById(rowId(target.item))
      // Scrolls at once: a long list measures its rows while the page scrolls, which would end a smooth movement.
      row?.scrollIntoView({ block: 'center', behavior: 'instant' })
      row?.querySelector('button')?.focus({ preventScroll: true })
      if (row || performance.now() - startedAt > maxWaitMs) return
      // The code of the list is still loading.
      clearTimeout(fade)
      fade = fadeLater()
      scroll = setTimeout(show, searchScrollDelayMs)
    }
    let scroll = setTimeout(show, searchScrollDelayMs)
    return () => {
      clearTimeout(scroll)
      clearTimeout(fade)
    }
  }, [target])
  const highlight = useCallback((item: string) => setTarget({ item }), [])
  return { highlighted: target?.item, highlight }
}
