import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../admin.module.css'
import type { List } from '../use-list.ts'

interface ListStateProps {
  readonly list: Pick<List<unknown>, 'items' | 'failed' | 'reload'>
  /** What the list is of, for a spinner's label: 'Guides'. */
  readonly title: string
  readonly emptyText: string
}

/** What is to be said of a list that is on its way, failed or empty; of a full one nothing. */
export const ListState = ({ list, title, emptyText }: ListStateProps) => (
  <>
    {list.failed ? (
      <p className={styles.failed} role="alert">
        This list could not be loaded{list.items ? ' again: it may be out of date' : ''}.{' '}
        <Button variant="secondary" size="small" onClick={() => void list.reload()}>
          Try again
        </Button>
      </p>
    ) : null}
    {list.items === undefined && !list.failed ? <Spinner label={`Loading ${title}`} size={24} /> : null}
    {list.items?.length === 0 ? <p className={styles.empty}>{emptyText}</p> : null}
  </>
)
