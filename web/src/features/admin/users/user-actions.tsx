import { useCallback } from 'react'
import type { AdminAction, AuditEntry } from '#shared/contract/admin.ts'
import type { CallResult } from '#web/lib/call.ts'
import { timeText } from '#web/lib/dates.ts'
import { useResult } from '#web/lib/use-result.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { listUserAudit } from '../api.ts'
import { OlderPages } from '../components/older-pages.tsx'
import styles from './users.module.css'

const actionTexts: Readonly<Record<AdminAction, string>> = {
  'admin-granted': 'Made an admin',
  'second-factor-set-up': 'Set up an authenticator app',
  'second-factor-reset': 'Removed the authenticator app',
  'sessions-ended': 'Signed out everywhere',
  'admin-revoked': 'Removed as an admin',
  'referral-created': 'Created a referral link',
  'referral-rotated': 'Rotated a referral link',
  'referral-revoked': 'Revoked a referral link',
  'file-added': 'Added a file',
  'file-replaced': 'Replaced a file',
  'file-deleted': 'Deleted a file',
  'title-saved': 'Saved a title',
  'title-deleted': 'Removed a title',
  'facts-saved': 'Saved the law and review dates',
  'video-added': 'Added a video',
  'video-deleted': 'Deleted a video',
  'inbox-answered': 'Replied',
  'inbox-acknowledged': 'Acknowledged a complaint',
  'inbox-answered-elsewhere': 'Recorded a reply sent elsewhere',
  'inbox-closed': 'Closed without a reply',
  'inbox-reopened': 'Reopened',
  'inbox-marked': 'Changed the kind',
  'chats-deleted': 'Deleted old chats',
}

/** Lists the admin actions on a user and, for an admin, the user's own recent actions. */
export const UserActions = ({ userId }: { userId: string }) => {
  const load = useCallback(() => listUserAudit(userId), [userId])
  const { result, retry } = useResult(load)
  if (result.state === 'loading')
    return <Spinner label={result.slow ? 'Still loading admin actions' : 'Loading admin actions'} size={24} />
  if (result.state === 'failed')
    return (
      <LoadFailed title="The admin actions could not be loaded" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  const { data } = result.data
  return (
    <>
      <section>
        <h2 className={styles.actionsTitle}>Admin actions on this user</h2>
        {data.about.length === 0 ? (
          <p className={styles.quiet}>No actions recorded.</p>
        ) : (
          <OlderPages
            kind="actions"
            first={actionsOnUser(data)}
            load={async (after) => actionsOnUser((await listUserAudit(userId, after)).data)}
          >
            {(actions) => <Actions actions={actions} showsActor />}
          </OlderPages>
        )}
      </section>
      {data.by.length > 0 ? (
        <section>
          <h2 className={styles.actionsTitle}>Recent admin actions by this user</h2>
          <Actions actions={data.by} />
        </section>
      ) : null}
    </>
  )
}

const actionsOnUser = ({ about, about_next: next }: CallResult<'list-user-audit'>['data']) => ({
  items: about,
  next,
})

interface ActionsProps {
  readonly actions: readonly AuditEntry[]
  readonly showsActor?: boolean
}

const Actions = ({ actions, showsActor }: ActionsProps) => (
  <ul className={styles.actions}>
    {actions.map(({ action, at, by, about }) => (
      // Gets the focus when the button that showed it is removed.
      <li key={`${at} ${action} ${about}`} tabIndex={-1}>
        <span>
          {actionTexts[action]}
          {about === null ? null : <>: {about}</>}
        </span>
        <span className={styles.quiet}>
          {timeText(at)}
          {showsActor ? <>, by {by ?? 'a deleted account'}</> : null}
        </span>
      </li>
    ))}
  </ul>
)
