import { useId } from 'react'
import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { poundsAndPence } from '#shared/values/plans.ts'
import { dayText } from '#web/lib/dates.ts'
import { useEditFocus } from '#web/ui/focus/use-edit-focus.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from '../withdrawals.module.css'
import { consequenceOf, nameOf, reasonOf, repaymentOf } from './purchase-texts.ts'
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts'
import { WithdrawalOutcome } from './withdrawal-outcome.tsx'

/** Shows a purchase with its refund, and asks for a confirmation before the withdrawal. */
export const PurchaseCard = ({ purchase: listed }: { readonly purchase: WithdrawablePurchase }) => {
  const withdrawal = useWithdrawal(listed)
  const { purchase, state, outcome, failure, ask } = withdrawal
  const card = useEditFocus<HTMLElement>(state !== 'idle', { field: '[role="group"]', button: 'button' })
  if (outcome !== undefined) return <WithdrawalOutcome outcome={outcome} withdrawal={withdrawal} />
  return (
    <Card ref={card} title={nameOf(purchase)} className={styles.purchase}>
      <PurchaseFacts purchase={purchase} />
      <p>
        <LiveText>{reasonOf(purchase)}</LiveText>
      </p>
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
  const question = useId()
  return (
    // The focus moves to the group, not to its text, so that a small screen scrolls to the buttons too.
    <div role="group" aria-labelledby={question} tabIndex={-1}>
      <p id={question} role="status">
        <LiveText>{`${consequenceOf(purchase)} ${repaymentOf(purchase)}`}</LiveText>
      </p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          disabled={state === 'submitting'}
          loading={state === 'checking'}
          onClick={() => void keep()}
        >
          {purchase.hasEnded ? 'Don’t withdraw' : 'Keep my access'}
        </Button>
        <Button
          disabled={state === 'checking'}
          loading={state === 'submitting'}
          onClick={() => void withdraw()}
        >
          Confirm withdrawal
        </Button>
      </div>
    </div>
  )
}

const PurchaseFacts = ({ purchase }: { readonly purchase: WithdrawablePurchase }) => {
  const { boughtAt, lastDay, paidMinor, refundedMinor, refundMinor } = purchase
  return (
    <Facts>
      <dt>Bought on</dt>
      <dd>{dayText(boughtAt)}</dd>
      <dt>You can withdraw until</dt>
      <dd>{dayText(lastDay)}</dd>
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
        <strong>
          <LiveText>{poundsAndPence(refundMinor)}</LiveText>
        </strong>
      </dd>
    </Facts>
  )
}
