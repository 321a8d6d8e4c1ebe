import type { ComponentProps } from 'react'

interface LinkProps extends ComponentProps<'a'> {
  readonly to: string
}

/** Stands in for the router's link until the app is ready: the browser loads the page. */
export const Link = ({ to, children, ...rest }: LinkProps) => (
  <a {...rest} href={to}>
    {children}
  </a>
)
