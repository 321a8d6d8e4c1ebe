import { Link, NavLink, useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { useAdmin } from '#web/lib/access.ts'
import { signOut } from '#web/lib/session.ts'
import { confirmSignOut } from '#web/lib/sign-out-question.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import styles from './header.module.css'
import { IfSignedIn, IfSignedOut } from './if-signed-in.tsx'

const publicLinks = [
  [paths.home, 'Home'],
  [paths.about, 'About'],
  [paths.liveChat, 'Live Chat'],
  [paths.contact, 'Contact'],
] as const

export interface LinksProps {
  /** Address and label of the admin link. They differ between the header and the menu. */
  readonly admin: { readonly to: string; readonly label: 'Admin' | 'Admin Panel' }
}

/** Main links. Signed-in users also see Library, and admins see the admin area. */
export const MainLinks = ({ admin }: LinksProps) => {
  const { isAdmin } = useAdmin()
  // The slash excludes `/admin-login`.
  const inAdmin = `${useLocation().pathname}/`.startsWith(`${paths.admin}/`)
  return (
    <ul className={styles.links}>
      {publicLinks.map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home} className={styles.link}>
            {label}
          </NavLink>
        </li>
      ))}
      <IfSignedIn as="li">
        <NavLink to={paths.library} className={styles.link}>
          Library
        </NavLink>
      </IfSignedIn>
      {isAdmin ? (
        <li>
          <Link to={admin.to} className={styles.link} aria-current={inAdmin ? 'page' : undefined}>
            {admin.label}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}

/** Login button, or the links of a signed-in user: profile and sign out. */
export const AccountLinks = () => {
  const { isAdmin } = useAdmin()
  return (
    <div className={styles.account}>
      <IfSignedOut>
        <LinkButton to={paths.login} variant="secondary" size="small">
          Login
        </LinkButton>
      </IfSignedOut>
      <IfSignedIn>
        <Link to={isAdmin ? `${paths.admin}/account` : paths.profile} className={styles.link}>
          Profile
        </Link>
        <Button
          variant="secondary"
          size="small"
          data-app
          onClick={() => {
            if (confirmSignOut()) void signOut()
          }}
        >
          Sign Out
        </Button>
      </IfSignedIn>
    </div>
  )
}
