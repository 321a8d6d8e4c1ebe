import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { adminListLimit } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { List } from '../use-list.ts'
import { ListState } from '../components/list-state.tsx'
import styles from './uploads.module.css'

interface ItemListProps<T> {
  readonly title: string
  readonly emptyText: string
  readonly list: Pick<List<T>, 'items' | 'failed' | 'reload'>
  /** Shown above the items. */
  readonly tools?: ReactNode
  readonly children: (item: T) => ReactNode
}

/** Moves the focus to the neighbour of a row that was deleted while it had the focus. */
export const useFocusInRows = (items: readonly unknown[] | undefined) => {
  const rows = useRef<HTMLUListElement>(null)
  const index = useRef(-1)
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('li')
    if (row?.parentElement === rows.current) index.current = [...(rows.current?.children ?? [])].indexOf(row)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) index.current = -1
  }
  useEffect(() => {
    if (index.current < 0 || document.activeElement !== document.body) return
    const row = rows.current?.children[index.current] ?? rows.current?.lastElementChild
    row?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [items])
  return { ref: rows, onFocus, onBlur }
}

/** A titled list of the uploads page. A button shows more of a long list, a part at a time, so that none takes long. */
export const ItemList = <T,>({ title, emptyText, list, tools, children }: ItemListProps<T>) => {
  const [limit, setLimit] = useState(adminListLimit)
  const rows = useFocusInRows(list.items)
  const items = list.items ?? []
  const shown = items.slice(0, limit)
  return (
    <Card title={title}>
      <ListState list={list} title={title} emptyText={emptyText} />
      {tools}
      {shown.length > 0 ? (
        <ul {...rows} className={styles.rows}>
          {shown.map(children)}
        </ul>
      ) : null}
      {shown.length < items.length ? (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + adminListLimit)}>
          Show more of {items.length.toLocaleString('en-GB')}
        </Button>
      ) : null}
    </Card>
  )
}
