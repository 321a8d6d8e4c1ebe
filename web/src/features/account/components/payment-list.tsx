import { moneyText } from '#shared/rules/money.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import account from '../account.module.css'
import styles from './billing.module.css'
import { useFirstRows } from './use-first-rows.ts'

type Payment = Billing['payments'][number]

/** Lists invoices and pass receipts, newest first. */
export const PaymentList = ({ payments }: { payments: readonly Payment[] }) => {
  const { list, shown, more } = useFirstRows(payments)
  if (payments.length === 0) return null
  return (
    <div className={styles.paymentList}>
      <h3>Invoices and receipts</h3>
      <ul ref={list} className={styles.payments}>
        {shown.map((payment) => (
          <PaymentRow key={`${payment.number} ${payment.paidOrIssuedAt}`} payment={payment} />
        ))}
      </ul>
      {more ? (
        <Button variant="quiet" size="small" onClick={more.show}>
          {more.text}
          <span className="visually-hidden"> invoices and receipts</span>
        </Button>
      ) : null}
    </div>
  )
}

const kinds: Readonly<Record<Payment['kind'], string>> = {
  subscription: 'Subscription',
  pass: 'Live chat pass',
}

const statuses: Readonly<Record<Payment['status'], string | undefined>> = {
  paid: undefined,
  open: 'not paid yet',
  written_off: 'written off',
}

const disputeNotes: Readonly<Record<NonNullable<Payment['dispute']>, string>> = {
  open: 'disputed',
  lost: 'returned by your bank',
}

const notesOf = ({ status, refundedMinor, currency, dispute }: Payment): string[] =>
  [
    statuses[status],
    refundedMinor > 0 ? `${moneyText(refundedMinor, currency)} refunded` : undefined,
    dispute && disputeNotes[dispute],
  ].filter((note) => note !== undefined)

const PaymentRow = ({ payment }: { payment: Payment }) => {
  const { kind, paidOrIssuedAt, amountMinor, currency, number, url } = payment
  const label = number ?? 'Receipt'
  return (
    <li tabIndex={-1} className={styles.payment}>
      <p>
        <span>{dayText(paidOrIssuedAt)}</span>
        <span>{moneyText(amountMinor, currency)}</span>
      </p>
      <p className={account.detail}>
        <span>{[kinds[kind], ...notesOf(payment)].join(', ')}</span>
        {url === null ? (
          <span>{label}</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {label}
            <span className="visually-hidden"> of {dayText(paidOrIssuedAt)} (opens a new tab)</span>
          </a>
        )}
      </p>
    </li>
  )
}
