import { Button } from '#web/ui/button.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Loaded } from '#web/lib/use-loaded.ts'
import styles from '../admin.module.css'

/** A list that is loaded with `useLoaded`. */
export type LoadedList<T> = Pick<Loaded<readonly T[]>, 'data' | 'failure' | 'reload'>

interface ListStateProps {
  readonly list: LoadedList<unknown>
  /** Content of the list, for the label of the spinner: 'Guides'. */
  readonly title: string
  readonly emptyText: string
}

/** Shows that a list is loading, failed or empty. Shows nothing for a list with items. */
export const ListState = ({ list, title, emptyText }: ListStateProps) => (
  <>
    {list.failure ? (
      <p className={styles.failed} role="alert">
        {list.data
          ? 'This list could not be refreshed and may be out of date.'
          : 'This list could not be loaded.'}{' '}
        <Button variant="secondary" size="small" onClick={keepFocus(list.reload)}>
          Try again
        </Button>
      </p>
    ) : null}
    {list.data === undefined && !list.failure ? <Spinner label={`Loading ${title}`} size={24} /> : null}
    {list.data?.length === 0 ? <p className={styles.empty}>{emptyText}</p> : null}
  </>
)
