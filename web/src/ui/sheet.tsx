import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import styles from './sheet.module.css'

export interface SheetProps {
  /** The id for `commandfor` of the button that opens it. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
  /** `middle` of the page, or a drawer on the `right`. */
  readonly side?: 'middle' | 'right'
  /** Shows the title to screen readers only. */
  readonly hiddenTitle?: boolean
}

/**
 * A modal dialog that works before our scripts have loaded. The browser opens it for
 * `<button command="show-modal" commandfor={id}>`, keeps the focus inside and closes it.
 */
export const Sheet = ({ id, title, children, side = 'middle', hiddenTitle }: SheetProps) => (
  <dialog
    id={id}
    className={classNames(styles.sheet, styles[side])}
    aria-labelledby={`${id}-title`}
    closedby="any"
  >
    <div className={styles.body}>
      <div className={styles.top}>
        <h2 id={`${id}-title`} className={hiddenTitle ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        <CloseButton className={styles.close} command="close" commandfor={id} />
      </div>
      {children}
    </div>
  </dialog>
)
