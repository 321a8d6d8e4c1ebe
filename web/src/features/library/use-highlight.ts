import { useEffect, useState } from 'react'
import { searchHighlightMs, searchScrollDelayMs } from '#shared/values/limits.ts'
import { rowId } from './components/file-row.tsx'

/**
 * Highlights a search hit: scrolls to the file after its list has had time to open, moves the focus there and marks it
 * for a short time. Returns the path of the marked file, and the function that highlights another.
 */
export const useHighlight = (): { highlighted: string | undefined; highlight: (path: string) => void } => {
  const [target, setTarget] = useState<{ path: string }>()
  useEffect(() => {
    if (!target) return
    const scroll = setTimeout(() => {
      const row = document.getElementById(rowId(target.path))
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector('button')?.focus({ preventScroll: true })
    }, searchScrollDelayMs)
    const fade = setTimeout(() => setTarget(undefined), searchHighlightMs)
    return () => {
      clearTimeout(scroll)
      clearTimeout(fade)
    }
  }, [target])
  return { highlighted: target?.path, highlight: (path) => setTarget({ path }) }
}
