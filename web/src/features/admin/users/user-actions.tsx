import { useCallback } from 'react'
import type { AdminAction, AuditEntry } from '#shared/contract/admin.ts'
import { timeText } from '#web/lib/dates.ts'
import { useResult } from '#web/lib/use-result.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { listUserAudit } from '../api.ts'
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
  const { about, by } = result.data.data
  return (
    <>
      <Actions
        title="Admin actions on this user"
        actions={about}
        showsActor
        emptyText="No actions recorded."
      />
      {by.length > 0 ? <Actions title="Recent admin actions by this user" actions={by} /> : null}
    </>
  )
}

interface ActionsProps {
  readonly title: string
  readonly actions: readonly AuditEntry[]
  readonly showsActor?: boolean
  readonly emptyText?: string
}

const Actions = ({ title, actions, showsActor, emptyText }: ActionsProps) => (
  <section>
    <h2 className={styles.actionsTitle}>{title}</h2>
    {actions.length === 0 ? (
      <p className={styles.quiet}>{emptyText}</p>
    ) : (
      <ul className={styles.actions}>
        {actions.map(({ action, at, by, about }) => (
          <li key={`${at} ${action} ${about}`}>
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
    )}
  </section>
)
