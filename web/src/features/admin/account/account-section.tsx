import { useState } from 'react'
import { dayText, timeText } from '#web/lib/dates.ts'
import { useSession } from '#web/lib/session.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { getProfile } from '../api.ts'
import styles from './account.module.css'
import { ChangePassword } from './change-password.tsx'

/** `/admin/account`: the admin's own account. */
const AccountSection = () => {
  const { result, retry } = useResult(getProfile)
  const { user } = useSession()
  const [changing, setChanging] = useState(false)
  return (
    <>
      <PageHeading title="My Account" />
      <Card title="Account Information" className={styles.card}>
        {result.state === 'loading' ? (
          <p className={styles.loading} role="status">
            <Spinner size={24} />
            {result.slow ? 'Still loading your account…' : 'Loading your account…'}
          </p>
        ) : null}
        {result.state === 'failed' ? (
          <LoadFailed title="Your account could not be loaded" onRetry={retry}>
            {result.message}
          </LoadFailed>
        ) : null}
        {result.state === 'ready' ? <AccountFacts {...result.data} /> : null}
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change Password
        </Button>
      </Card>
      <ChangePassword
        open={changing}
        onOpenChange={setChanging}
        email={result.state === 'ready' ? result.data.email : (user?.email ?? '')}
      />
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
    <dd>{withEmailBreaks(email)}</dd>
    <dt>Account type</dt>
    <dd>Administrator</dd>
    <dt>Member since</dt>
    <dd>{dayText(created_at)}</dd>
    <dt>Last sign in</dt>
    <dd>{last_sign_in_at === undefined ? 'Unknown' : timeText(last_sign_in_at)}</dd>
  </Facts>
)

export default AccountSection
