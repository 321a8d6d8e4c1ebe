import { useState } from 'react'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { planFacts, poundsAndPence } from '#shared/values/plans.ts'
import { SupportEmail } from '#web/content/support-email.tsx'
import { refreshAccess } from '#web/lib/access.ts'
import { CallError } from '#web/lib/call.ts'
import { dayText } from '#web/lib/dates.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { listWithdrawablePurchases, withdrawPurchase } from '../api.ts'
import styles from '../withdrawals.module.css'

const nameOf = ({ plan }: WithdrawablePurchase): string => {
  if (plan === null) return 'Subscription'
  return plan === 'one-time' ? 'Live chat pass' : `${planFacts[plan].name} subscription`
}

/** Explains the amount of the refund. */
const reasonOf = ({
  paidMinor,
  refundedMinor,
  refundMinor,
  startRequested,
  used,
}: WithdrawablePurchase): string => {
  if (refundMinor === paidMinor) return 'You’ll get back everything you paid.'
  if (!startRequested || refundMinor + refundedMinor === paidMinor)
    return 'You’ll get back the rest of what you paid.'
  return `You asked us to start at once and have used ${used.count} of ${used.of} ${used.unit}. We keep that part of the price.`
}

/** Says what a withdrawal ends. Another purchase of the same pass may leave minutes. */
const consequenceOf = ({ minutesLeft }: WithdrawablePurchase): string => {
  // Older server versions do not report the minutes.
  if (!minutesLeft) return 'Your access ends as soon as you confirm.'
  return minutesLeft === 1
    ? 'You’ll keep the 1 minute that’s left from your other purchases of this pass.'
    : `You’ll keep the ${minutesLeft} minutes that are left from your other purchases of this pass.`
}

/** Returns the two ways in which the money is returned: Stripe's refund and our own bank transfer. */
const partsOf = ({ refundMinor, transferMinor }: WithdrawablePurchase) => {
  // Older server versions do not report the transfer.
  const transfer = transferMinor || 0
  return {
    refund: refundMinor === transfer ? undefined : poundsAndPence(refundMinor - transfer),
    transfer: transfer === 0 ? undefined : poundsAndPence(transfer),
  }
}

/** Says how the refund is paid before the buyer confirms. */
const repaymentOf = (purchase: WithdrawablePurchase): string => {
  const { refund, transfer } = partsOf(purchase)
  const byCard = refund && `We refund ${refund} to the card or account you paid with.`
  const byTransfer =
    transfer &&
    `You ${refund ? 'also ' : ''}paid by bank transfer, so we repay ${transfer} by bank transfer within 14 days.`
  return [byCard, byTransfer].filter(Boolean).join(' ')
}

/** Says how the refund is paid after the withdrawal. */
const outcomeOf = (purchase: WithdrawablePurchase): string => {
  const { refund, transfer } = partsOf(purchase)
  const byCard =
    refund &&
    `We’re refunding ${refund} to the card or account you paid with. It can take five to ten days to appear on your statement.`
  const byTransfer = transfer && `We’ll repay ${transfer} by bank transfer within 14 days.`
  return [byCard, byTransfer, 'We’ve emailed you a confirmation.'].filter(Boolean).join(' ')
}

type State = 'idle' | 'confirming' | 'submitting' | 'withdrawn' | 'unavailable' | 'unrefunded'

/** Lists the purchase again. Returns the known one if that fails, and `undefined` if it is no longer listed. */
const reload = async (known: WithdrawablePurchase): Promise<WithdrawablePurchase | undefined> => {
  try {
    return (await listWithdrawablePurchases()).data.find(({ id }) => id === known.id)
  } catch {
    // The page already shows why the withdrawal failed. The next attempt loads the purchase again.
    return known
  }
}

interface Failure {
  readonly title: string
  readonly message: string
  /** Whether this request or an earlier one may have recorded the withdrawal. */
  readonly mayBeRecorded: boolean
}

/** Errors that the server returns after it has read the purchase: no withdrawal from it is recorded. */
const finalErrors: readonly (string | undefined)[] = [
  'not_found',
  'withdrawal_period_over',
  'nothing_to_refund',
  'amount_changed',
  'payment_disputed',
] satisfies ApiErrorCode[]

/**
 * Returns whether no withdrawal is recorded. After a failure that is not a rejection, the server may have recorded it,
 * and then finishes it. `payment_in_progress`: another request is making the refund, or a part of it is made. A
 * rejection before the purchase is read, for example `rate_limited`, does not show whether an earlier one was recorded.
 */
const isNotMade = (error: unknown, mayBeRecorded: boolean): boolean =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'payment_in_progress' &&
  (!mayBeRecorded || finalErrors.includes(error.code))

const failureOf = (error: unknown, earlier: Failure | undefined): Failure => {
  const mayBeRecorded = !isNotMade(error, earlier?.mayBeRecorded === true)
  return {
    title: mayBeRecorded ? 'The withdrawal may not be complete' : 'The withdrawal was not made',
    message: messageOf(error),
    mayBeRecorded,
  }
}

const useWithdrawal = (listed: WithdrawablePurchase) => {
  const [purchase, setPurchase] = useState(listed)
  const [state, setState] = useState<State>('idle')
  const [failure, setFailure] = useState<Failure>()
  const withdraw = async () => {
    setState('submitting')
    setFailure(undefined)
    try {
      const { id, refundMinor } = purchase
      setPurchase({ ...purchase, ...(await withdrawPurchase({ id, refundMinor })) })
      setState('withdrawn')
      void refreshAccess()
    } catch (error) {
      if (error instanceof CallError && error.code === 'refund_failed') {
        setState('unrefunded')
        void refreshAccess()
        return
      }
      const hasChanged = error instanceof CallError && error.code === 'amount_changed'
      const current = hasChanged ? await reload(purchase) : purchase
      if (current !== undefined) setPurchase(current)
      setState(current === undefined ? 'unavailable' : 'confirming')
      setFailure(failureOf(error, failure))
    }
  }
  return { purchase, state, setState, failure, withdraw }
}

/** Shows a purchase with its refund, and asks for a confirmation before the withdrawal. */
export const PurchaseCard = ({ purchase: listed }: { readonly purchase: WithdrawablePurchase }) => {
  const { purchase, state, setState, failure, withdraw } = useWithdrawal(listed)
  if (state === 'withdrawn')
    return (
      <Alert kind="success" title="You have withdrawn from this purchase">
        {outcomeOf(purchase)}
      </Alert>
    )
  if (state === 'unrefunded')
    return (
      <Alert kind="error" title="You have withdrawn, but the refund failed">
        Please email <SupportEmail /> and we’ll send the money another way.
      </Alert>
    )
  if (state === 'unavailable')
    return (
      <Alert kind="error" title="The withdrawal was not made">
        You can no longer withdraw from this purchase: there is nothing left to refund, or the payment is
        disputed.
      </Alert>
    )
  return (
    <Card title={nameOf(purchase)} className={styles.purchase}>
      <PurchaseFacts purchase={purchase} />
      <p>{reasonOf(purchase)}</p>
      {failure === undefined ? null : (
        <Alert kind="error" title={failure.title}>
          {failure.message}
        </Alert>
      )}
      {state === 'idle' ? (
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => setState('confirming')}>
            Withdraw from this purchase
          </Button>
        </div>
      ) : (
        <>
          <p role="status">
            {consequenceOf(purchase)} {repaymentOf(purchase)}
          </p>
          <div className={styles.buttons}>
            <Button variant="secondary" disabled={state === 'submitting'} onClick={() => setState('idle')}>
              Keep my access
            </Button>
            <Button loading={state === 'submitting'} onClick={() => void withdraw()}>
              Confirm withdrawal
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

const PurchaseFacts = ({ purchase }: { readonly purchase: WithdrawablePurchase }) => {
  const { boughtAt, lastDay, paidMinor, refundedMinor, refundMinor } = purchase
  return (
    <Facts>
      <dt>Bought on</dt>
      <dd>{dayText(boughtAt)}</dd>
      <dt>You can withdraw until</dt>
      <dd>{dayText(`${lastDay}T12:00:00Z`)}</dd>
      <dt>Paid</dt>
      <dd>{poundsAndPence(paidMinor)}</dd>
      {refundedMinor === 0 ? null : (
        <>
          <dt>Already refunded</dt>
          <dd>{poundsAndPence(refundedMinor)}</dd>
        </>
      )}
      <dt>Refund if you withdraw today</dt>
      <dd>
        <strong>{poundsAndPence(refundMinor)}</strong>
      </dd>
    </Facts>
  )
}
