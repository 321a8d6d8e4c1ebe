import { useRef, useState } from 'react'
import { focusReplacement } from '#web/ui/focus-replacement.ts'

/** Number of rows that are shown at first. */
const firstCount = 5

/** Returns the first rows of a list, and a function that shows all of them and focuses the next one. */
export const useFirstRows = <Row>(rows: readonly Row[]) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    setAll(true)
    focusReplacement(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[firstCount])
  }
  return { list, shown: all ? rows : rows.slice(0, firstCount), showAll }
}
