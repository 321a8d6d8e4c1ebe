import { useMemo } from 'react'
import { londonDayOf } from '#shared/rules/london.ts'
import { numberText } from '#web/lib/number-text.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { Card } from '#web/ui/card.tsx'
import { FactsEditor } from './facts-editor.tsx'
import { useFocusInRows } from './item-list.tsx'
import { dueItems, type FactsOfItem } from './library-facts.ts'
import styles from './uploads.module.css'
import { useKeptItems } from './use-kept-items.ts'

interface DueItemsProps {
  readonly items: readonly FactsOfItem[]
  readonly onSaved: () => Promise<void>
  /** Called when an item turns out to be deleted. */
  readonly onDeleted: () => void
}

const keyOf = ({ item }: FactsOfItem): string => item

/**
 * Number of items shown at once. A library without facts has hundreds of due items; more are shown as these are saved.
 */
const maxShown = 20

/** Lists the files and videos that are due for review, overdue first. Shows nothing if there are none. */
export const DueItems = ({ items, onSaved, onDeleted }: DueItemsProps) => {
  const today = londonDayOf(serverNow())
  const due = useMemo(() => dueItems(items, today), [items, today])
  const first = useMemo(() => due.slice(0, maxShown), [due])
  const { kept, setEditing } = useKeptItems(first, keyOf)
  const rows = useFocusInRows(kept)
  if (kept.length === 0) return null
  return (
    <Card title="Due for review">
      <ul {...rows} className={styles.rows}>
        {kept.map((item) => (
          <li key={item.item} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.title}>
                <bdi>{item.title}</bdi>
                {item.facts && item.facts.reviewBy < today ? ' (overdue)' : null}
              </p>
              <FactsEditor
                item={item}
                onSaved={onSaved}
                onDeleted={onDeleted}
                onEditing={(editing) => setEditing(item, 'facts', editing)}
              />
            </div>
          </li>
        ))}
      </ul>
      {due.length > maxShown ? (
        <p className={styles.quiet}>
          And {numberText(due.length - maxShown)} more. To find files among them, sort the lists by ‘Next
          review first’, or choose ‘Not set’ as the country.
        </p>
      ) : null}
    </Card>
  )
}
