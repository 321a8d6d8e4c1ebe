import { useId } from 'react'
import { dayText } from '#web/lib/dates.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { listPasskeys } from '../api.ts'
import styles from '../identity.module.css'

interface PasskeysAtResetProps {
  readonly remove: boolean
  readonly onChange: (remove: boolean) => void
}

/**
 * Lists the passkeys that a reset removes, with a box to keep them: a stranger who had access may have added one.
 * Shows nothing if the account has none.
 */
export const PasskeysAtReset = ({ remove, onChange }: PasskeysAtResetProps) => {
  const { result } = useResult(listPasskeys)
  const headingId = useId()
  if (result.state === 'loading') return null
  if (result.state === 'failed')
    return <p className={styles.soft}>If your account has passkeys, they’ll be removed too.</p>
  const { passkeys } = result.data
  if (passkeys.length === 0) return null
  const isSingle = passkeys.length === 1
  return (
    <section className={styles.passkeys} aria-labelledby={headingId}>
      <p id={headingId}>
        {isSingle
          ? 'This passkey can sign in to your account without your password:'
          : 'These passkeys can sign in to your account without your password:'}
      </p>
      <ul>
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <strong className={styles.address}>{name}</strong>
            <span className={styles.soft}>
              Added on {dayText(createdAt)}.{' '}
              {lastUsedAt === null ? 'Not used yet.' : `Last used on ${dayText(lastUsedAt)}.`}
            </span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={isSingle ? 'Remove this passkey' : `Remove all ${passkeys.length} passkeys`}
        checked={remove}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className={styles.soft}>
        Keep this ticked if someone else may have used your account. You can add passkeys again on your
        profile.
      </p>
    </section>
  )
}
