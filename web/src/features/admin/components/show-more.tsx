import { Button } from '#web/ui/button.tsx'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from './show-more.module.css'

interface ShowMoreProps {
  /** Number of rows that the list shows now. */
  readonly shown: number
  readonly onPress: () => void
  /** Text of the button. It may have a count that changes. */
  readonly children: string
}

/** Returns the first control of a row, or the row itself. */
const focusableIn = (row: HTMLElement | undefined): HTMLElement | undefined => {
  const control = row?.querySelector<HTMLElement>('button:enabled')
  if (control) return control
  if (row) row.tabIndex = -1
  return row
}

/**
 * Shows more rows of the list or table before it. The last press removes the button, and the focus moves to the first
 * row that it has added.
 */
export const ShowMore = ({ shown, onPress, children }: ShowMoreProps) => (
  <Button
    variant="secondary"
    size="small"
    onClick={({ currentTarget: { previousElementSibling: list } }) => {
      onPress()
      focusReplacement(() =>
        focusableIn(list?.querySelectorAll<HTMLElement>(':scope > li, tbody > tr')[shown]),
      )
    }}
  >
    <span className={styles.label}>
      <LiveText>{children}</LiveText>
    </span>
  </Button>
)
