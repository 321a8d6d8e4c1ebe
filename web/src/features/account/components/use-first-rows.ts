import { useEffect, useRef, useState } from 'react'
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
 * Returns the first rows of a list, and how to show more of them. When the last ones are shown, the button is removed, and
 * the first row that the latest press has added gets the focus.
 *
 * @param loadMore loads the rows that follow. Undefined if there are none
 */
export const useFirstRows = <Row>(rows: readonly Row[], loadMore?: () => void) => {
  const [count, setCount] = useState(firstCount)
  const list = useRef<HTMLUListElement>(null)
  const firstAdded = useRef<number>(undefined)
  const next = count + addedCount
  const show = () => {
    firstAdded.current = Math.min(count, rows.length)
    setCount(next)
    if (rows.length < next) loadMore?.()
  }
  const isAll = loadMore === undefined && rows.length <= count
  useEffect(() => {
    const { current: first } = firstAdded
    if (!isAll || first === undefined) return
    focusReplacement(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[first])
  }, [isAll])
  const total = loadMore === undefined ? ` of ${rows.length}` : ''
  const isLast = loadMore === undefined && rows.length <= next
  const text = isLast ? `Show all ${rows.length}` : `Show ${addedCount} more${total}`
  const more: More | undefined = isAll ? undefined : { text, show }
  return { list, shown: rows.slice(0, count), more }
}
