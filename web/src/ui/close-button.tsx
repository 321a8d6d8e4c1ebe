import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './close-button.module.css'
import { Icon } from './icon.tsx'

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** Stands in the upper corner of what it closes. */
  readonly corner?: boolean
}

/** The cross that closes something. */
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
