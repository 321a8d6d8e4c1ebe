import * as paths from '#shared/values/site-map.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'

const title = 'One of your payments is disputed'

const explanation =
  'You can’t use what it paid for until your bank has decided, and you won’t be charged in the meantime. If the payment was correct, ask your bank to withdraw the dispute. Your access comes back as soon as the bank tells us.'

/** The explanation when the disputed payment was for an earlier period, and the current one is paid. */
const explanationUntil = (end: string): string =>
  `You have access until ${end}, because you’ve paid for that time. Nothing more is charged until your bank has decided. If the payment was correct, ask your bank to withdraw the dispute.`

/** The explanation when another payment is due, and paying it gives access. */
const explanationBesideInvoice =
  'The dispute is about a different payment, not your open invoice. You can pay the invoice now and use what it pays for. We won’t take any renewal payments until your bank has decided. If the disputed payment was correct, ask your bank to withdraw the dispute.'

const explanationOf = (accessUntil: string | undefined, paymentDue: boolean): string => {
  if (accessUntil !== undefined) return explanationUntil(accessUntil)
  return paymentDue ? explanationBesideInvoice : explanation
}

interface PaymentDisputedProps {
  /** True if the page also shows an open invoice. */
  readonly paymentDue: boolean
  /** True if the page shows the button to cancel the subscription. */
  readonly canCancel: boolean
  /** The day on which the access bought by another payment ends. Undefined without access. */
  readonly accessUntil: string | undefined
}

/** Explains on the profile what the subscription gives while the bank decides about a disputed payment. */
export const PaymentDisputed = ({ paymentDue, canCancel, accessUntil }: PaymentDisputedProps) => (
  <Alert kind="warning" title={title}>
    {explanationOf(accessUntil, paymentDue)}
    {canCancel && accessUntil !== undefined
      ? ' If the dispute is settled in our favour, your subscription will renew as before.'
      : null}
    {canCancel ? ' To stop the subscription for good, cancel it below.' : null}
  </Alert>
)

/** Explains the same on other pages, which sell nothing during a dispute, and links to the profile. */
export const DisputeNotice = ({ paymentDue }: Pick<PaymentDisputedProps, 'paymentDue'>) => (
  <Alert
    kind="warning"
    title={title}
    actions={
      <LinkButton to={paths.profile} variant="secondary" size="small">
        Go to your profile
      </LinkButton>
    }
  >
    {explanationOf(undefined, paymentDue)}
  </Alert>
)
