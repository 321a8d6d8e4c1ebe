import { useRef, useState } from 'react'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'

/** Number of rows that are shown at first. */
const firstCount = 5
/** Rows that each press adds. With 5,000 tickets at once, a phone stopped responding for five seconds. */
const addedCount = 100

/** The text of a button, and what it does. */
interface More {
  readonly text: string
  readonly show: () => void
}

/**
 * Returns the first rows of a list, and how to show more of them. The press that shows the last ones removes the button,
 * and focuses the first row that it has added.
 */
export const useFirstRows = <Row>(rows: readonly Row[]) => {
  const [count, setCount] = useState(firstCount)
  const list = useRef<HTMLUListElement>(null)
  const show = () => {
    setCount(count + addedCount)
    focusReplacement(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[count])
  }
  const isLast = rows.length <= count + addedCount
  const text = isLast ? `Show all ${rows.length}` : `Show ${addedCount} more of ${rows.length}`
  const more: More | undefined = count < rows.length ? { text, show } : undefined
  return { list, shown: rows.slice(0, count), more }
}
