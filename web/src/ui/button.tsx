import { useLayoutEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { isFocusLost } from './focus/is-focus-lost.ts'
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

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> &
  Appearance & {
    /** Shows a spinner, keeps the width and prevents a second click. */
    readonly loading?: boolean
  }

/**
 * Restores the focus after loading, unless another element has it. Browsers remove the focus from a disabled button,
 * and keyboard users would have to start at the top of the page again.
 */
const useFocusRestore = (button: RefObject<HTMLButtonElement | null>, loading: boolean): void => {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current) {
      hadFocus.current = false
      if (isFocusLost()) button.current?.focus()
    }
  }, [button, loading])
}

/** A button. `type` defaults to `button`, so that it does not submit a form by accident. */
export const Button = ({
  variant,
  size,
  wide,
  loading = false,
  children,
  className,
  ...rest
}: ButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useFocusRestore(button, loading)
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={classes({ variant, size, wide }, className)}
      disabled={rest.disabled || loading}
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
