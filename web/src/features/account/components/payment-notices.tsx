import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { PaymentDisputed } from '#web/components/payment-disputed.tsx'
import { PaymentDue } from '#web/components/payment-due.tsx'
import { passDispute } from '#web/content/pass-dispute.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'

interface PaymentNoticesProps {
  readonly access: AccessStatus
  readonly balance: Billing['openBalance']
  readonly hasEnded: boolean | undefined
}

/** Shows the amount due, and the disputes of payments. */
export const PaymentNotices = ({ access, balance, hasEnded }: PaymentNoticesProps) => (
  <>
    {access.paymentDue && !access.isSubscribed ? (
      <PaymentDue balance={balance} hasEnded={hasEnded === true} />
    ) : null}
    {access.disputed ? (
      <PaymentDisputed
        paymentDue={access.paymentDue}
        canCancel={canCancelInDispute(access, hasEnded)}
        accessUntil={paidUntil(access)}
      />
    ) : null}
    {access.passDisputed && !access.hasOneTimeAccess ? (
      <Alert kind="warning" title={passDispute.title}>
        {passDispute.text}
      </Alert>
    ) : null}
  </>
)

/** Returns whether to show the button to cancel: not for a subscription that has ended or is already cancelled. */
const canCancelInDispute = (access: AccessStatus, hasEnded: boolean | undefined): boolean =>
  hasEnded === false && !access.cancelAtPeriodEnd

/** Returns the day until which access is paid for, or `undefined` without access. */
const paidUntil = ({ isSubscribed, subscriptionEnd }: AccessStatus): string | undefined =>
  isSubscribed && subscriptionEnd !== null ? dayText(subscriptionEnd) : undefined
