import { useCallback } from 'react'
import type { AdminAct, RecordedAct } from '../../../../../shared/contract/admin.ts'
import { timeText } from '../../../lib/dates.ts'
import { useAnswer } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { listUserAudit } from '../api/list-user-audit.ts'
import styles from './users.module.css'

const words: Readonly<Record<AdminAct, string>> = {
  'admin-granted': 'Made an admin',
  'admin-revoked': 'Made no longer an admin',
  'referral-created': 'Created a referral link',
  'referral-rotated': 'Rotated a referral link',
  'referral-revoked': 'Revoked a referral link',
  'file-added': 'Added a file',
  'file-deleted': 'Deleted a file',
  'title-saved': 'Saved a title',
  'title-deleted': 'Removed a title',
  'video-added': 'Added a video',
  'video-deleted': 'Deleted a video',
}

/** The record of what admins did about a person, and of what the person did as an admin. */
export const UserActs = ({ userId }: { userId: string }) => {
  const load = useCallback(() => listUserAudit(userId), [userId])
  const { answer, retry } = useAnswer(load)
  if (answer.state === 'loading')
    return <Spinner label={answer.slow ? 'Still loading the record' : 'Loading the record'} size={24} />
  if (answer.state === 'failed')
    return (
      <p role="alert">
        The record of admin acts could not be loaded. {answer.message}{' '}
        <Button variant="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  const { about, by } = answer.data.data
  return (
    <>
      <Acts title="What admins did about this person" acts={about} showsActor none="Nothing is on record." />
      {by.length > 0 ? <Acts title="Last things this person did as an admin" acts={by} /> : null}
    </>
  )
}

interface ActsProps {
  readonly title: string
  readonly acts: readonly RecordedAct[]
  readonly showsActor?: boolean
  readonly none?: string
}

const Acts = ({ title, acts, showsActor, none }: ActsProps) => (
  <>
    <h2 className={styles.actsTitle}>{title}</h2>
    {acts.length === 0 ? <p className={styles.quiet}>{none}</p> : null}
    <ul className={styles.acts}>
      {acts.map(({ act, at, by, about }) => (
        <li key={`${at} ${act} ${about}`}>
          <span>
            {words[act]}
            {about === null ? null : <>: {about}</>}
          </span>
          <span className={styles.quiet}>
            {timeText(at)}
            {showsActor ? <>, by {by ?? 'an account that is gone'}</> : null}
          </span>
        </li>
      ))}
    </ul>
  </>
)
