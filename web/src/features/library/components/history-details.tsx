import type { ReactNode, Ref } from 'react'
import type { LibraryItem } from '../items.ts'
import styles from '../library.module.css'

interface HistoryDetailsProps {
  readonly item: LibraryItem
  readonly details?: Ref<HTMLDetailsElement>
  readonly onOpen?: () => void
  readonly children?: ReactNode
}

/** The part of a row that opens to show its history. Items without changes have none. */
export const HistoryDetails = ({ item, details, onOpen, children }: HistoryDetailsProps) =>
  item.hasHistory ? (
    <details
      ref={details}
      className={styles.history}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary>
        History<span className="visually-hidden"> of {item.title}</span>
      </summary>
      {children}
    </details>
  ) : null
