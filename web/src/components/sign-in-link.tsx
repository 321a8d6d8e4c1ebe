import { type ReactNode, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { useSession } from '#web/lib/session.ts'
import { LinkButton, type LinkButtonProps } from '#web/ui/button.tsx'

/**
 * The ways to `/login` from a page to which the user returns after the sign-in. The path is the state of the link, which
 * no other site can set. A plain link to `/login` leaves the next page to the sign-in page.
 */

interface SignInLinkProps {
  /** The page to return to, if it is not the address of the page with the link. */
  readonly returnTo?: string
}

/** The path and query of the page, without the fragment, which may contain tokens. */
const usePageAddress = (): string => {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Link to the sign-in page that brings the user back. */
export const SignInLink = ({ returnTo }: SignInLinkProps) => {
  const address = usePageAddress()
  return (
    <Link to={paths.login} state={returnTo ?? address}>
      Sign in
    </Link>
  )
}

/** Like `SignInLink`, but looks like a button. */
export const SignInButton = ({
  returnTo,
  ...appearance
}: SignInLinkProps & Pick<LinkButtonProps, 'variant' | 'size'>) => {
  const address = usePageAddress()
  return (
    <LinkButton to={paths.login} state={returnTo ?? address} {...appearance}>
      Sign in
    </LinkButton>
  )
}

/**
 * Returns the redirect to the sign-in page, for a page to render when nobody is signed in. It brings the user back only
 * if the page was opened without a session: after a session has ended on the page, another user may sign in.
 */
export const useSignInRedirect = (returnTo?: string): ReactNode => {
  const address = usePageAddress()
  const { user } = useSession()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  return <Navigate to={paths.login} state={hadUser ? undefined : (returnTo ?? address)} replace />
}

/** Returns the path, on the sign-in page, to which the user should return. Undefined if no page has asked for that. */
export const useReturnPath = (): string | undefined => {
  const { state }: { readonly state: unknown } = useLocation()
  return typeof state === 'string' ? state : undefined
}
