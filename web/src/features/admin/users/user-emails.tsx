import type { EmailStop } from '#shared/contract/email-stop.ts'
import type { UserDetails } from '#shared/contract/admin.ts'
import { timeText } from '#web/lib/dates.ts'
import { emailStopReasons } from '../email-stop-texts.ts'
import styles from './users.module.css'

const advice: Readonly<Record<EmailStop['reason'], string>> = {
  bounce:
    'If the user can still sign in, ask them to change the address on their profile. If the mailbox works again, an operator can allow emails again.',
  complaint: 'An operator can allow emails again, but only if the user asks for them.',
}

interface UserEmailsProps {
  readonly email: string
  readonly stopped: UserDetails['emails_stopped']
}

/** Shows whether emails to the user are stopped, why, and how an operator allows them again. */
export const UserEmails = ({ email, stopped }: UserEmailsProps) => (
  <section>
    <h2 className={styles.actionsTitle}>Emails</h2>
    {stopped === null ? (
      <p className={styles.quiet}>Emails to this address are not stopped.</p>
    ) : (
      <>
        <p>
          <strong>No emails have been sent to this address</strong> since {timeText(stopped.at)}, because{' '}
          {emailStopReasons[stopped.reason]} ({stopped.detail}).
        </p>
        <p>{advice[stopped.reason]} The command is:</p>
        <p>
          <code className={styles.command}>npm run admin -- allow-email {email} --stage &lt;name&gt;</code>
        </p>
      </>
    )}
  </section>
)
