import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import styles from './sheet.module.css'

export interface SheetProps {
  /** What `commandfor` of the button that opens it names. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
  /** In the middle of the page, or a drawer from its right-hand side. */
  readonly side?: 'middle' | 'right'
  /** The title is read out but not shown. */
  readonly quietTitle?: boolean
}

/**
 * A modal dialog that works before any script of ours has loaded: the browser itself opens it for
 * `<button command="show-modal" commandfor={id}>`, holds the focus and closes it.
 */
export const Sheet = ({ id, title, children, side = 'middle', quietTitle }: SheetProps) => (
  <dialog
    id={id}
    className={classNames(styles.sheet, styles[side])}
    aria-labelledby={`${id}-title`}
    closedby="any"
  >
    <div className={styles.body}>
      <div className={styles.top}>
        <h2 id={`${id}-title`} className={quietTitle ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        <CloseButton className={styles.close} command="close" commandfor={id} />
      </div>
      {children}
    </div>
  </dialog>
)
