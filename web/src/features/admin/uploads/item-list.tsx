import { useState, type ReactNode } from 'react'
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
  readonly children: (item: T) => ReactNode
}

/** A titled list of the uploads page. A button shows the rest of a long list. */
export const ItemList = <T,>({ title, emptyText, list, children }: ItemListProps<T>) => {
  const [showsAll, setShowsAll] = useState(false)
  const items = list.items ?? []
  const shown = showsAll ? items : items.slice(0, adminListLimit)
  return (
    <Card title={title}>
      <ListState list={list} title={title} emptyText={emptyText} />
      {shown.length > 0 ? <ul className={styles.rows}>{shown.map(children)}</ul> : null}
      {shown.length < items.length ? (
        <Button variant="secondary" size="small" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </Button>
      ) : null}
    </Card>
  )
}
