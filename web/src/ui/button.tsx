import { useLayoutEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive'
export type ButtonSize = 'small' | 'medium' | 'large'

interface Look {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** As wide as its container. */
  readonly wide?: boolean
  readonly children: ReactNode
}

const look = ({ variant = 'primary', size = 'medium', wide }: Omit<Look, 'children'>, className?: string) =>
  classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> &
  Look & {
    /** Under way: shows a spinner, keeps its width and takes no second click. */
    readonly loading?: boolean
  }

/**
 * A browser takes the focus from a button that is disabled, and who works by keyboard would begin at the top of
 * the page again: it comes back when the work is done, unless something else has it by then.
 */
const useFocusBack = (button: RefObject<HTMLButtonElement | null>, loading: boolean): void => {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) button.current?.focus()
    }
  }, [button, loading])
}

/** Does something here. `type` is `button` unless said otherwise, so that it never submits by accident. */
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
  useFocusBack(button, loading)
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={look({ variant, size, wide }, className)}
      disabled={rest.disabled || loading}
      aria-busy={loading || undefined}
    >
      <span className={styles.label}>{children}</span>
      {loading ? <Spinner className={styles.spinner} size={18} /> : null}
    </button>
  )
}

export type LinkButtonProps = ComponentProps<typeof Link> & Look

/** Goes somewhere, looking like a button. */
export const LinkButton = ({ variant, size, wide, children, className, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={look({ variant, size, wide }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
)
