import { Button } from '#web/ui/button.tsx'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../admin.module.css'
import type { List } from '../use-list.ts'

interface ListStateProps {
  readonly list: Pick<List<unknown>, 'items' | 'failed' | 'reload'>
  /** Content of the list, for the label of the spinner: 'Guides'. */
  readonly title: string
  readonly emptyText: string
}

/** Shows that a list is loading, failed or empty. Shows nothing for a list with items. */
export const ListState = ({ list, title, emptyText }: ListStateProps) => (
  <>
    {list.failed ? (
      <p className={styles.failed} role="alert">
        {list.items
          ? 'This list could not be refreshed and may be out of date.'
          : 'This list could not be loaded.'}{' '}
        <Button variant="secondary" size="small" onClick={keepFocus(list.reload)}>
          Try again
        </Button>
      </p>
    ) : null}
    {list.items === undefined && !list.failed ? <Spinner label={`Loading ${title}`} size={24} /> : null}
    {list.items?.length === 0 ? <p className={styles.empty}>{emptyText}</p> : null}
  </>
)
