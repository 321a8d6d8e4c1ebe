import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive'
export type ButtonSize = 'small' | 'medium' | 'large'

interface Appearance {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Takes the width of its container. */
  readonly wide?: boolean
  readonly children: ReactNode
}

const classes = (
  { variant = 'primary', size = 'medium', wide }: Omit<Appearance, 'children'>,
  className?: string,
) => classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref' | 'aria-disabled'> &
  Appearance & {
    /** Shows a spinner, keeps the width and prevents a second click. */
    readonly loading?: boolean
    readonly 'aria-disabled'?: boolean
  }

/** Ignores the press of a button that only looks disabled. Also keeps the Enter key in a field from sending its form. */
const ignorePress = (event: MouseEvent): void => event.preventDefault()

/**
 * A button. `type` defaults to `button`, so that it does not submit a form by accident. With `aria-disabled` it ignores
 * presses too, but keeps the focus: for a button that becomes disabled by its own press.
 */
export const Button = ({
  variant,
  size,
  wide,
  loading = false,
  'aria-disabled': paused = false,
  children,
  className,
  ...rest
}: ButtonProps) => {
  const ignoresPresses = loading || paused
  return (
    <button
      type="button"
      {...rest}
      {...(ignoresPresses && { onClick: ignorePress })}
      className={classes({ variant, size, wide }, className)}
      // Not disabled: browsers remove the focus from a disabled button.
      aria-disabled={ignoresPresses || undefined}
      aria-busy={loading || undefined}
    >
      <span className={styles.label}>{children}</span>
      {loading ? <Spinner className={styles.spinner} size={18} /> : null}
    </button>
  )
}

export type LinkButtonProps = ComponentProps<typeof Link> & Appearance

/** A link that looks like a button. */
export const LinkButton = ({ variant, size, wide, children, className, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={classes({ variant, size, wide }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
)
