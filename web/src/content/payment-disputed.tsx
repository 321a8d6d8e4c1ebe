import { Alert } from '#web/ui/alert.tsx'

/** Explains why access is suspended while the bank decides about a disputed payment. */
export const PaymentDisputed = () => (
  <Alert kind="warning" title="Your bank is disputing a payment">
    You don&rsquo;t have access until your bank has decided, and we charge nothing in the meantime. If the
    payment was correct, ask your bank to withdraw the dispute. Your access comes back as soon as the bank
    tells us. To stop the subscription for good, cancel it below.
  </Alert>
)
