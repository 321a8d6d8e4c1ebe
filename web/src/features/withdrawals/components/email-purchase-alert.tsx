import type { EmailPurchase } from '#shared/contract/withdrawals.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import { dayText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { nameOf } from './purchase-texts.ts'

const reasons = {
  disputed: 'Your bank is looking into this payment, so we can’t refund it here.',
  credit: 'You paid for some or all of this from your credit with us, so we can’t refund it here.',
} as const

/** Says how to withdraw from a purchase that cannot be withdrawn from on this page. */
export const EmailPurchaseAlert = ({ purchase }: { readonly purchase: EmailPurchase }) => {
  const { boughtAt, lastDay, reason } = purchase
  return (
    <Alert kind="info" title={`${nameOf(purchase)}, bought on ${dayText(boughtAt)}`}>
      {reasons[reason]} If you want to withdraw, please email <SupportEmail /> by {dayText(lastDay)}.
    </Alert>
  )
}
