import { type ReactNode, useEffect, useRef } from 'react'
import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { brand } from '#shared/values/brand.ts'
import { poundsAndPence } from '#shared/values/plans.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import { dayText, timeText } from '#web/lib/dates.ts'
import { Alert, type AlertKind } from '#web/ui/alert.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import styles from '../withdrawals.module.css'
import { nameOf, outcomeOf } from './purchase-texts.ts'
import type { Outcome, Withdrawal } from './use-withdrawal.ts'

interface Report {
  readonly kind: AlertKind
  readonly title: string
  readonly text: ReactNode
}

const titleOfWithdrawn = 'You have withdrawn from this purchase'

const reportOf = (outcome: Outcome, purchase: WithdrawablePurchase): Report => {
  switch (outcome) {
    case 'withdrawn':
      return { kind: 'success', title: titleOfWithdrawn, text: outcomeOf(purchase) }
    case 'unrefunded':
      return {
        kind: 'error',
        title: 'You have withdrawn, but the refund failed',
        text: (
          <>
            Please email <SupportEmail /> and we’ll send the money another way.
          </>
        ),
      }
    case 'recorded':
      return {
        kind: 'success',
        title: titleOfWithdrawn,
        text: (
          <>
            We’ll email you about the refund. If you don’t get an email within an hour, please write to{' '}
            <SupportEmail />.
          </>
        ),
      }
    case 'unconfirmed':
      return {
        kind: 'info',
        title: 'We couldn’t confirm your withdrawal',
        text: (
          <>
            You can no longer withdraw from this purchase here. If you get no email about a refund within an
            hour, please write to <SupportEmail />.
          </>
        ),
      }
    case 'unavailable':
      return {
        kind: 'error',
        title: 'The withdrawal was not made',
        text: 'You can no longer withdraw from this purchase: there is nothing left to refund, or the payment is disputed.',
      }
  }
}

interface WithdrawalOutcomeProps {
  readonly outcome: Outcome
  readonly withdrawal: Withdrawal
}

/** Reports how a withdrawal ended, with a record of the purchase that the buyer can keep. */
export const WithdrawalOutcome = ({ outcome, withdrawal }: WithdrawalOutcomeProps) => {
  const { purchase, receivedAt } = withdrawal
  const { kind, title, text } = reportOf(outcome, purchase)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => focusReplacement(() => place.current), [])
  return (
    <div ref={place} role="group" aria-label={title} tabIndex={-1}>
      <Alert kind={kind} title={title}>
        <p>{text}</p>
        <Facts className={styles.record}>
          <dt>Purchase</dt>
          <dd>{nameOf(purchase)}</dd>
          <dt>Bought on</dt>
          <dd>{dayText(purchase.boughtAt)}</dd>
          <dt>Paid</dt>
          <dd>{poundsAndPence(purchase.paidMinor)}</dd>
          <dt>Paid to</dt>
          <dd>{brand.legalName}</dd>
          {receivedAt === undefined ? null : (
            <>
              <dt>Withdrawal received</dt>
              <dd>{timeText(receivedAt)}</dd>
            </>
          )}
        </Facts>
      </Alert>
    </div>
  )
}
