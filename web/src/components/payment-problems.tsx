import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { DisputeNotice } from './payment-disputed.tsx'
import { LoadedPaymentDue } from './payment-due.tsx'
import styles from './payment-problems.module.css'

/** Shows a customer without access the amount due, with a button to pay it, and the dispute of a payment. */
export const PaymentProblems = ({ paymentDue, disputed }: Pick<AccessStatus, 'paymentDue' | 'disputed'>) => (
  <div className={styles.problems}>
    {paymentDue ? <LoadedPaymentDue /> : null}
    {disputed ? <DisputeNotice paymentDue={paymentDue} /> : null}
  </div>
)
