import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../account.module.css'
import { usePaymentReturn } from '../use-payment-return.ts'

/** Reports whether the payment that the user returns from has given access. */
const PaymentReturn = ({ access }: { access: AccessStatus }) => {
  const { state, retry } = usePaymentReturn()
  if (state === 'none') return null
  if (state === 'granted') return <Activated waitingMinutes={waitingMinutesOf(access)} />
  if (state === 'checking')
    return (
      <p className={styles.waiting} role="status">
        <Spinner size={18} />
        Checking your payment…
      </p>
    )
  return (
    <Alert
      kind="warning"
      title="We can’t see a payment yet"
      actions={
        <Button variant="secondary" size="small" onClick={keepFocus(retry)}>
          Check again
        </Button>
      }
    >
      If you have paid, your access starts as soon as the payment is confirmed. Please don’t pay twice.
    </Alert>
  )
}

/** Returns the minutes of a pass whose time has not started, or `undefined` if there is none. */
const waitingMinutesOf = ({ hasOneTimeAccess, isSubscribed, pass }: AccessStatus): number | undefined =>
  hasOneTimeAccess && !isSubscribed && pass?.state !== 'running'
    ? (pass?.minutes ?? passMinutes) // Older server versions report no minutes.
    : undefined

const Activated = ({ waitingMinutes }: { waitingMinutes: number | undefined }) => (
  <Alert kind="success" title="Access Activated!">
    Your payment was successful.
    {waitingMinutes === undefined
      ? null
      : ` Your ${waitingMinutes}-minute timer starts when advisers respond in live chat.`}
  </Alert>
)

export default PaymentReturn
