import { useState, type ReactNode } from 'react'
import { adminListLimit } from '../../../../../shared/values/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { List } from '../use-list.ts'
import { ListState } from '../components/list-state.tsx'
import styles from './uploads.module.css'

interface DeskListProps<T> {
  readonly title: string
  readonly emptyText: string
  readonly list: Pick<List<T>, 'items' | 'failed' | 'reload'>
  readonly children: (item: T) => ReactNode
}

/** A titled list of the desk: on its way, failed, empty or full. Of a long one the rest shows at a press. */
export const DeskList = <T,>({ title, emptyText, list, children }: DeskListProps<T>) => {
  const [isWhole, setIsWhole] = useState(false)
  const items = list.items ?? []
  const shown = isWhole ? items : items.slice(0, adminListLimit)
  return (
    <Card title={title}>
      <ListState list={list} title={title} emptyText={emptyText} />
      {shown.length > 0 ? <ul className={styles.rows}>{shown.map(children)}</ul> : null}
      {shown.length < items.length ? (
        <Button variant="secondary" size="small" onClick={() => setIsWhole(true)}>
          Show all {items.length}
        </Button>
      ) : null}
    </Card>
  )
}
