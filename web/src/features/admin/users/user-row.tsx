import { Link } from 'react-router-dom'
import type { UserFound } from '#shared/contract/admin.ts'
import { dayText } from '#web/lib/dates.ts'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import { StatusBadge } from './status-badge.tsx'
import styles from './users.module.css'

interface UserRowProps {
  readonly user: UserFound
  readonly to: string
  /** Gives the link the focus when the list is shown. */
  readonly focused: boolean
}

/** A user in the search result. It is a link to the user's page. */
export const UserRow = ({ user, to, focused }: UserRowProps) => {
  const link = useFocusWhen<HTMLAnchorElement>(focused)
  return (
    <li className={styles.user}>
      <Link ref={link} to={to} className={styles.summary}>
        <span className={styles.person}>
          <span className={styles.email}>{withEmailBreaks(user.email)}</span>
          <span className={styles.quiet}>
            {user.full_name}, {user.company_name}
          </span>
        </span>
        <span className={styles.created}>Created {dayText(user.created_at)}</span>
        <StatusBadge status={user.subscription_status} />
        <Icon name="arrow-right" size={18} className={styles.arrow} />
      </Link>
    </li>
  )
}
