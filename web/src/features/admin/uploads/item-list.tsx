import { useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { adminListLimit } from '#shared/values/limits.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { type LoadedList, ListState } from '../components/list-state.tsx'
import { ShowMore } from '../components/show-more.tsx'
import styles from './uploads.module.css'
import { type OnEditing, useKeptItems } from './use-kept-items.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface ItemListProps<T> {
  readonly title: string
  readonly emptyText: string
  readonly list: LoadedList<T>
  /** Items that stay in the list, even if a search does not find them or they are beyond its first part. */
  readonly pinned?: readonly T[]
  /** Shown above the items. */
  readonly tools?: ReactNode
  /** Identifies an item. Must be the same function on every render. */
  readonly keyOf: (item: T) => string
  readonly children: (item: T, onEditing: OnEditing<T>) => ReactNode
}

/** Moves the focus to the neighbour of a row that was deleted while it had the focus. */
export const useFocusInRows = (items: readonly unknown[] | undefined) => {
  const rows = useRef<HTMLUListElement>(null)
  const index = useRef(-1)
  const { handlers, isLost } = useLostFocus()
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    handlers.onFocus(event)
    index.current = [...(rows.current?.children ?? [])].findIndex((row) => row.contains(event.target))
  }
  useEffect(() => {
    if (!isLost()) return
    const row = rows.current?.children[index.current] ?? rows.current?.lastElementChild
    const next = row?.querySelector<HTMLElement>('button:enabled') ?? row
    if (next instanceof HTMLElement) next.focus()
  }, [items, isLost])
  return { ref: rows, onFocus, onBlur: handlers.onBlur }
}

/**
 * A titled list of the uploads page. A button shows more of a long list, a part at a time, so that no press takes long.
 * Items with an open form stay in the list.
 */
export const ItemList = <T,>(props: ItemListProps<T>) => {
  const { title, emptyText, list, pinned, tools, keyOf, children } = props
  const [limit, setLimit] = useState(adminListLimit)
  const rows = useFocusInRows(list.data)
  const items = list.data ?? []
  const shown = useMemo(() => {
    const first = list.data?.slice(0, limit) ?? []
    const keys = new Set(first.map(keyOf))
    return [...first, ...(pinned ?? []).filter((item) => !keys.has(keyOf(item)))]
  }, [list.data, limit, pinned, keyOf])
  const { kept, setEditing } = useKeptItems(shown, keyOf)
  return (
    <Card title={title}>
      <ListState list={list} title={title} emptyText={emptyText} />
      {tools}
      {kept.length > 0 ? (
        <ul {...rows} className={styles.rows}>
          {kept.map((item) => children(item, setEditing))}
        </ul>
      ) : null}
      {limit < items.length ? (
        <ShowMore shown={limit} onPress={() => setLimit(limit + adminListLimit)}>
          {`Show more of ${numberText(items.length)}`}
        </ShowMore>
      ) : null}
    </Card>
  )
}
