import type { ReactNode } from 'react'
import { numberText } from '#web/lib/number-text.ts'
import { ShowMore } from '../components/show-more.tsx'
import { useFocusInRows } from './item-list.tsx'
import styles from './uploads.module.css'

/** Rows that a list of uploads shows at first, and that each press on "Show more" adds. */
export const uploadRows = 20

interface UploadListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  /** Number of rows on the page. */
  readonly limit: number
  /** Adds rows. */
  readonly onMore: () => void
  readonly children: (item: T) => ReactNode
}

/** The first of many uploads or rejected files, with a button for more of them. */
export const UploadList = <T,>({ label, items, limit, onMore, children }: UploadListProps<T>) => {
  const rows = useFocusInRows(items)
  return (
    <>
      {items.length > 0 ? (
        <ul {...rows} className={styles.uploads} aria-label={label}>
          {items.slice(0, limit).map(children)}
        </ul>
      ) : null}
      {limit < items.length ? (
        <ShowMore shown={limit} onPress={onMore}>
          {`Show more of ${numberText(items.length)}`}
        </ShowMore>
      ) : null}
    </>
  )
}
