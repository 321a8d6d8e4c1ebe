import { useState } from 'react'
import { dayText, timeText } from '../../../lib/dates.ts'
import { useAnswer } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { getProfile } from '../api/get-profile.ts'
import styles from './account.module.css'
import { ChangePassword } from './change-password.tsx'

/** `/admin/account`: the admin's own account. */
const AccountSection = () => {
  const { answer, retry } = useAnswer(getProfile)
  const [changing, setChanging] = useState(false)
  return (
    <>
      <PageHeading title="My Account" />
      <Card title="Account Information" className={styles.card}>
        {answer.state === 'loading' ? (
          <p className={styles.loading}>
            <Spinner size={24} />
            {answer.slow ? 'Still loading your account.' : 'Loading your account'}
          </p>
        ) : null}
        {answer.state === 'failed' ? (
          <LoadFailed title="Your account could not be loaded" onRetry={retry}>
            {answer.message}
          </LoadFailed>
        ) : null}
        {answer.state === 'ready' ? <AccountFacts {...answer.data} /> : null}
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change Password
        </Button>
      </Card>
      <ChangePassword open={changing} onOpenChange={setChanging} />
    </>
  )
}

interface AccountFactsProps {
  readonly email: string
  readonly created_at: string
  readonly last_sign_in_at?: string | undefined
}

const AccountFacts = ({ email, created_at, last_sign_in_at }: AccountFactsProps) => (
  <Facts className={styles.facts}>
    <dt>Email</dt>
    <dd>{email}</dd>
    <dt>Account type</dt>
    <dd>Administrator</dd>
    <dt>Member since</dt>
    <dd>{dayText(created_at)}</dd>
    <dt>Last sign in</dt>
    <dd>{last_sign_in_at === undefined ? 'Unknown' : timeText(last_sign_in_at)}</dd>
  </Facts>
)

export default AccountSection
