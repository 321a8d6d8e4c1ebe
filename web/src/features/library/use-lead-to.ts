import { useEffect, useState } from 'react'
import { searchHighlightMs, searchScrollDelayMs } from '../../../../shared/values/limits.ts'
import { rowId } from './components/file-row.tsx'

/**
 * Leads the eye to a file: scrolls to it once its list has had time to open, moves the focus there and marks
 * it for a moment. Returns the path that is marked, and the way to lead to another.
 */
export const useLeadTo = (): { highlighted: string | undefined; leadTo: (path: string) => void } => {
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
  return { highlighted: target?.path, leadTo: (path) => setTarget({ path }) }
}
