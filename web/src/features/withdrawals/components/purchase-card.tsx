import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { planFacts, poundsAndPence } from '#shared/values/plans.ts'
import { SupportEmail } from '#web/content/support-email.tsx'
import { dayText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import styles from '../withdrawals.module.css'
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts'

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

/** Shows a purchase with its refund, and asks for a confirmation before the withdrawal. */
export const PurchaseCard = ({ purchase: listed }: { readonly purchase: WithdrawablePurchase }) => {
  const withdrawal = useWithdrawal(listed)
  const { purchase, state, failure, ask } = withdrawal
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
  if (state === 'recorded')
    return (
      <Alert kind="success" title="You have withdrawn from this purchase">
        We’ll email you about the refund. If you don’t get an email within an hour, please write to{' '}
        <SupportEmail />.
      </Alert>
    )
  if (state === 'unconfirmed')
    return (
      <Alert kind="info" title="We couldn’t confirm your withdrawal">
        You can no longer withdraw from this purchase here. If you get no email about a refund within an hour,
        please write to <SupportEmail />.
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
        <Alert kind={failure.kind} title={failure.title}>
          {failure.message}
        </Alert>
      )}
      {state === 'idle' ? (
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={ask}>
            Withdraw from this purchase
          </Button>
        </div>
      ) : (
        <Confirmation withdrawal={withdrawal} />
      )}
    </Card>
  )
}

const Confirmation = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const { purchase, state, keep, withdraw } = withdrawal
  return (
    <>
      <p role="status">
        {consequenceOf(purchase)} {repaymentOf(purchase)}
      </p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          disabled={state === 'submitting'}
          loading={state === 'checking'}
          onClick={() => void keep()}
        >
          Keep my access
        </Button>
        <Button
          disabled={state === 'checking'}
          loading={state === 'submitting'}
          onClick={() => void withdraw()}
        >
          Confirm withdrawal
        </Button>
      </div>
    </>
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
