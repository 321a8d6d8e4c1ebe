import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { DisputeNotice } from './payment-disputed.tsx'
import { LoadedPaymentDue } from './payment-due.tsx'
import styles from './payment-problems.module.css'

/** Explains to a customer without access what is owed, with its button, and that a payment is disputed. */
export const PaymentProblems = ({ paymentDue, disputed }: Pick<AccessStatus, 'paymentDue' | 'disputed'>) => (
  <div className={styles.problems}>
    {paymentDue ? <LoadedPaymentDue /> : null}
    {disputed ? <DisputeNotice paymentDue={paymentDue} /> : null}
  </div>
)
