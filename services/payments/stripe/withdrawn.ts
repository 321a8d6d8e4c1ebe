import * as z from 'zod/mini'
import type { RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import type { Stripe, StripeClient } from '#platform/stripe.ts'
import { intentsOf } from './invoice-payments.ts'
import { hasWithdrawal, reversedInvoiceOf } from './reversal.ts'

/** The metadata of a subscription that records a withdrawal. */
const withdrawalMetadata = z.object({
  withdrawal: z.enum(['started', 'settled']),
  withdrawal_refund_minor: z.coerce.number().check(z.int()),
  withdrawal_transfer_minor: z.coerce.number().check(z.int()),
  withdrawal_refunded_minor: z.coerce.number().check(z.int()),
  withdrawal_invoice: z.string(),
})

/** Returns the metadata that records a withdrawal. Without one, it removes the metadata: Stripe deletes empty values. */
export const toWithdrawalMetadata = (
  withdrawal: RecordedWithdrawal | undefined,
): Record<keyof z.infer<typeof withdrawalMetadata>, string> => ({
  withdrawal: withdrawal?.state ?? '',
  withdrawal_refund_minor: withdrawal === undefined ? '' : String(withdrawal.refundMinor),
  withdrawal_transfer_minor: withdrawal === undefined ? '' : String(withdrawal.transferMinor),
  withdrawal_refunded_minor: withdrawal === undefined ? '' : String(withdrawal.refundedMinor),
  withdrawal_invoice: withdrawal?.invoiceId ?? '',
})

/** Reads the withdrawal from a subscription. */
export const parseWithdrawal = ({
  metadata,
}: Pick<Stripe.Subscription, 'metadata'>): RecordedWithdrawal | undefined => {
  const { data } = withdrawalMetadata.safeParse(metadata)
  return (
    data && {
      state: data.withdrawal,
      refundMinor: data.withdrawal_refund_minor,
      transferMinor: data.withdrawal_transfer_minor,
      refundedMinor: data.withdrawal_refunded_minor,
      invoiceId: data.withdrawal_invoice,
    }
  )
}

/** Staff set `withdrawal: settled` in Stripe's dashboard. Our own record has amounts too. */
export const isSettledByStaff = (subscription: Pick<Stripe.Subscription, 'metadata'>): boolean =>
  subscription.metadata['withdrawal'] === 'settled' && parseWithdrawal(subscription) === undefined

/** Returns whether the buyer withdrew from a subscription: its metadata or our refund of its last payment says so. */
export const isWithdrawn = async (
  subscription: Stripe.Subscription,
  stripe: StripeClient,
): Promise<boolean> => {
  if (parseWithdrawal(subscription) !== undefined) return true
  const invoiceId = reversedInvoiceOf(subscription)
  if (invoiceId === undefined) return false
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
  for (const intent of intentsOf(invoice)) if (await hasWithdrawal(intent, stripe)) return true
  return false
}
