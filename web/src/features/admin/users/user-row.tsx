import { useId, useState } from 'react'
import type { UserFound } from '#shared/contract/admin.ts'
import { dayText, timeText } from '#web/lib/dates.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { UserActions } from './user-actions.tsx'
import styles from './users.module.css'

type Status = UserFound['subscription_status']

const statuses: Readonly<Record<Status, { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'signal' },
  cancelling: { label: 'Cancelling', tone: 'amber' },
  unpaid: { label: 'Payment due', tone: 'red' },
  none: { label: 'No subscription', tone: 'plain' },
}

const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
)

/** A user in the search result. A click shows the details. */
export const UserRow = ({ user }: { user: UserFound }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles.user}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.email}>{user.email}</span>
        <span className={styles.created}>Created {dayText(user.created_at)}</span>
        <StatusBadge status={user.subscription_status} />
        <Icon name="chevron-down" size={18} className={styles.chevron} />
      </button>
      <div id={id} hidden={!open} className={styles.details}>
        {open ? <Details user={user} /> : null}
      </div>
    </li>
  )
}

const Details = ({ user }: { user: UserFound }) => (
  <>
    <Facts>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Subscription status</dt>
      <dd>
        <StatusBadge status={user.subscription_status} />
      </dd>
      <dt>Created at</dt>
      <dd>{timeText(user.created_at)}</dd>
      <dt>Last sign in</dt>
      <dd>{user.last_sign_in_at === null ? 'Never' : timeText(user.last_sign_in_at)}</dd>
    </Facts>
    <UserActions userId={user.id} />
  </>
)
