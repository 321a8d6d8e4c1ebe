import { Link, NavLink, useLocation } from 'react-router-dom'
import { useAdmin } from '../../../lib/access.ts'
import { signOut } from '../../../lib/session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import styles from './chrome.module.css'
import { When } from './when.tsx'

const everyone = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/livechat', 'Live Chat'],
  ['/contact', 'Contact'],
] as const

export interface LinksProps {
  /** Where the admin entry leads: the header goes to the users, the drawer to the panel. */
  readonly admin: { readonly to: '/admin/users' | '/admin'; readonly label: 'Admin' | 'Admin Panel' }
}

/** The main links: more of them for signed-in people and for admins. */
export const MainLinks = ({ admin }: LinksProps) => {
  const { isAdmin } = useAdmin()
  const inAdmin = useLocation().pathname.startsWith('/admin')
  return (
    <ul className={styles.links}>
      {everyone.map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} className={styles.link}>
            {label}
          </NavLink>
        </li>
      ))}
      <When who="signed-in" as="li">
        <NavLink to="/library" className={styles.link}>
          Library
        </NavLink>
      </When>
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

/** Login, or the way to the own profile and out. */
export const AccountLinks = () => {
  const { isAdmin } = useAdmin()
  return (
    <div className={styles.account}>
      <When who="signed-out">
        <LinkButton to="/login" variant="secondary" size="small">
          Login
        </LinkButton>
      </When>
      <When who="signed-in">
        <Link to={isAdmin ? '/admin/account' : '/profile'} className={styles.link}>
          Profile
        </Link>
        <Button variant="secondary" size="small" data-app onClick={() => void signOut()}>
          Sign Out
        </Button>
      </When>
    </div>
  )
}
