import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './close-button.module.css'
import { Icon } from './icon.tsx'

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** Places it in the upper corner of the element that it closes. */
  readonly corner?: boolean
}

/** A button with a cross that closes an element. */
export const CloseButton = ({ corner = false, className, ...button }: CloseButtonProps) => (
  <button
    aria-label="Close"
    {...button}
    type="button"
    className={classNames(styles.close, corner && styles.corner, className)}
  >
    <Icon name="close" size={18} />
  </button>
)
