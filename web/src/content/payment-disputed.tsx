import * as paths from '#shared/values/site-map.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'

const title = 'Your bank is disputing a payment'

const explanation =
  'You don’t have access until your bank has decided, and we charge nothing in the meantime. If the payment was correct, ask your bank to withdraw the dispute. Your access comes back as soon as the bank tells us.'

interface PaymentDisputedProps {
  /** Whether the page shows the button to cancel the subscription. */
  readonly canCancel: boolean
}

/** Explains on the profile why access is suspended while the bank decides about a disputed payment. */
export const PaymentDisputed = ({ canCancel }: PaymentDisputedProps) => (
  <Alert kind="warning" title={title}>
    {explanation}
    {canCancel ? ' To stop the subscription for good, cancel it below.' : null}
  </Alert>
)

/** Explains the same on other pages, which sell nothing meanwhile, and leads to the profile. */
export const DisputeNotice = () => (
  <Alert
    kind="warning"
    title={title}
    actions={
      <LinkButton to={paths.profile} variant="secondary" size="small">
        Go to your profile
      </LinkButton>
    }
  >
    {explanation}
  </Alert>
)
