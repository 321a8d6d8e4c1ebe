import { useCallback, useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { UserDetails } from '#shared/contract/admin.ts'
import * as paths from '#shared/values/site-map.ts'
import { moneyText } from '#shared/rules/money.ts'
import { dayText, timeText } from '#web/lib/dates.ts'
import { numberOf } from '#web/lib/number-text.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { getUser } from '../api.ts'
import { Gone, isGone } from '../components/gone.tsx'
import { OlderPages } from '../components/older-pages.tsx'
import { useTitle } from '../use-title.ts'
import { StatusBadge } from './status-badge.tsx'
import { UserActions } from './user-actions.tsx'
import { UserEmails } from './user-emails.tsx'
import styles from './users.module.css'

interface UserPageProps {
  readonly id: string
  /** Address of the search result. */
  readonly back: string
  /** Called with the id when the page is shown. */
  readonly onOpen: (id: string) => void
}

const goneTitle = 'This user no longer exists'

/** A user: account, subscription, pass, balance, tickets and the admin actions on them. */
export const UserPage = ({ id, back, onOpen }: UserPageProps) => {
  const load = useCallback(() => getUser(id), [id])
  const { data: user, failure, slow, retry } = useLoaded(load)
  const notFound = isGone(failure)
  useTitle(notFound ? goneTitle : user && `User ${id.slice(0, 8)}`)
  const heading = useFocusWhen<HTMLHeadingElement>(user !== undefined)
  useEffect(() => onOpen(id), [id, onOpen])
  return (
    <article className={styles.page}>
      <Link to={back} className={styles.back}>
        <Icon name="arrow-left" size={18} />
        Back to users
      </Link>
      {notFound ? (
        <Gone title={goneTitle}>The account has been deleted, or the address of this page is wrong.</Gone>
      ) : null}
      {failure === undefined || notFound ? null : (
        <LoadFailed title="This user could not be loaded" onRetry={retry}>
          {failure.message}
        </LoadFailed>
      )}
      {user === undefined && failure === undefined ? (
        <div role="status" className={styles.loading}>
          <Spinner label={slow ? 'Still loading the user' : 'Loading the user'} size={32} />
          {slow ? <p>This is taking longer than usual.</p> : null}
        </div>
      ) : null}
      {user === undefined ? null : (
        <>
          <h1 id={pageTitleId} ref={heading} tabIndex={-1} className={styles.name}>
            {user.full_name}
          </h1>
          <UserFacts user={user} />
          <UserEmails email={user.email} stopped={user.emails_stopped} />
          <Tickets user={user} />
          <UserActions userId={user.id} />
        </>
      )}
    </article>
  )
}

const planTexts = { monthly: 'Monthly', annual: 'Annual' } as const

const passText = ({ minutes_left, started_at, ends_at }: NonNullable<UserDetails['pass']>): string =>
  started_at === null
    ? `Unused, ${numberOf(minutes_left, 'minute')}. Expires ${timeText(ends_at)}`
    : `Running, ${numberOf(minutes_left, 'minute')} left. Ends ${timeText(ends_at)}`

/**
 * Returns the label of the end of a subscription. The end may be in the future even without access, if a period is
 * unpaid.
 */
const endLabel = ({ subscription_status, plan }: UserDetails, end: string): string => {
  if (plan === null || subscription_status === 'unpaid')
    return Date.parse(end) > serverNow().getTime() ? 'Period ends on' : 'Ended on'
  return subscription_status === 'cancelling' ? 'Ends on' : 'Paid until'
}

const UserFacts = ({ user }: { readonly user: UserDetails }) => (
  <Facts>
    <dt>Email</dt>
    <dd>{withEmailBreaks(user.email)}</dd>
    <dt>Company</dt>
    <dd>{user.company_name}</dd>
    <dt>Subscription status</dt>
    <dd>
      <StatusBadge status={user.subscription_status} />
    </dd>
    <dt>Plan</dt>
    <dd>{user.plan === null ? 'None' : planTexts[user.plan]}</dd>
    {user.subscription_end === null ? null : (
      <>
        <dt>{endLabel(user, user.subscription_end)}</dt>
        <dd>{dayText(user.subscription_end)}</dd>
      </>
    )}
    <dt>Open balance</dt>
    <dd>{user.balance_due_minor === null ? 'Nothing due' : moneyText(user.balance_due_minor, 'gbp')}</dd>
    <dt>Chat pass</dt>
    <dd>{user.pass === null ? 'None' : passText(user.pass)}</dd>
    <dt>Created at</dt>
    <dd>{timeText(user.created_at)}</dd>
    <dt>Last sign in</dt>
    <dd>{user.last_sign_in_at === null ? 'Never' : timeText(user.last_sign_in_at)}</dd>
  </Facts>
)

const ticketsOf = ({ tickets, tickets_next: next }: UserDetails) => ({ items: tickets, next })

const Tickets = ({ user }: { readonly user: UserDetails }) => (
  <section>
    <h2 className={styles.actionsTitle}>Tickets in the last twelve months</h2>
    {user.tickets.length === 0 ? (
      <p className={styles.quiet}>No tickets.</p>
    ) : (
      <OlderPages
        kind="tickets"
        first={ticketsOf(user)}
        load={async (after) => ticketsOf(await getUser(user.id, after))}
      >
        {(tickets) => (
          <ul className={styles.actions}>
            {tickets.map(({ id, topic, created_at, inbox_id }) => (
              <li key={id}>
                <Link to={`${paths.adminInbox}?${new URLSearchParams({ item: inbox_id }).toString()}`}>
                  {topic}
                </Link>
                <span className={styles.quiet}>
                  {id}, {timeText(created_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </OlderPages>
    )}
  </section>
)
