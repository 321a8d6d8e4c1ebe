import { useCallback, useEffect, useState } from 'react'
import { searchHighlightMs, searchScrollDelayMs } from '#shared/values/limits.ts'

/** Returns the id of an item's row, which the page scrolls to. */
export const rowId = (item: string): string => `item-${item}`

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
    let shownAt: number | undefined
    const show = () => {
      const row = document.getElementById(rowId(target.item))
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector('button')?.focus({ preventScroll: true })
      // The code of the list may still be loading, and rows of a long list move when their real heights are known.
      const top = row?.getBoundingClientRect().top
      const settled = top !== undefined && top === shownAt
      shownAt = top
      if (!settled && performance.now() - startedAt < maxWaitMs)
        scroll = setTimeout(show, searchScrollDelayMs)
    }
    let scroll = setTimeout(show, searchScrollDelayMs)
    const fade = setTimeout(() => setTarget(undefined), searchHighlightMs)
    return () => {
      clearTimeout(scroll)
      clearTimeout(fade)
    }
  }, [target])
  const highlight = useCallback((item: string) => setTarget({ item }), [])
  return { highlighted: target?.item, highlight }
}
