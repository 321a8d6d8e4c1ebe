import type { RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PartOutcome, RefundOutcome } from '#services/payments/stripe/refunds.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { finishWithdrawal } from '#services/subscriptions/finish-withdrawals.ts'
import { partOutcome } from './part-outcome.ts'
import { anInvoice, aSubscription, inDays } from './subscriber.ts'

/** The first month, for £50.00 by card. */
export const month = anInvoice({
  id: 'in_month',
  status: 'paid',
  amountPaidMinor: 5000,
  paymentIntentId: 'pi_month',
  createdEpochSeconds: inDays(-10),
})
/** The upgrade to a year, for £500.00 by card. */
export const year = anInvoice({
  id: 'in_year',
  status: 'paid',
  amountPaidMinor: 50_000,
  paymentIntentId: 'pi_year',
  createdEpochSeconds: inDays(-5),
})
export const byTransfer = { paymentIntentId: null }

export interface WithdrawalFacts {
  readonly withdrawal?: Partial<RecordedWithdrawal>
  /** Newest first, as Stripe lists them. */
  readonly invoices?: readonly SubscriptionInvoice[]
  /** The invoices that Stripe lists after the end of the subscription, if there are others. */
  readonly invoicesAfterwards?: readonly SubscriptionInvoice[]
  /**
   * Earlier refunds of a payment in pence, of this withdrawal and for other reasons. `refundId`: the refund that
   * completed it.
   */
  readonly refunds?: Readonly<
    Record<string, { ownMinor?: number; otherMinor?: number; refundId?: string; failedRefundId?: string }>
  >
  /** The refunds that Stripe lists when they are read again, if there are others by then. */
  readonly refundsLater?: WithdrawalFacts['refunds']
  readonly reversals?: Readonly<Record<string, ReversalReason>>
  /** The outcome of a refund that Stripe does not make. */
  readonly outcomes?: Readonly<Record<string, RefundOutcome>>
  /** Whether Stripe voids an open invoice. */
  readonly isVoided?: boolean
}

/** A Stripe at which the withdrawal from `sub_1` is recorded. Records the changes that are requested. */
export const stripeWith = ({
  invoices = [month],
  invoicesAfterwards = invoices,
  refunds = {},
  refundsLater = refunds,
  reversals = {},
  outcomes = {},
  isVoided = true,
}: WithdrawalFacts) => {
  const requests: string[] = []
  const read = new Set<string>()
  const hasEnded = () => requests.includes('end sub_1')
  const stripe = {
    ...stripeGateway,
    listInvoicesOf: async () => [...(hasEnded() ? invoicesAfterwards : invoices)],
    listSubscriptions: async () => [aSubscription({ status: hasEnded() ? 'canceled' : 'active' })],
    findPayment: async (intentId: string) => ({
      intentId,
      customerId: 'cus_1',
      reversal: reversals[intentId],
      amountMinor: 5000,
    }),
    findWithdrawalRefunds: async (intentId: string) => {
      const {
        ownMinor = 0,
        otherMinor = 0,
        refundId,
        failedRefundId,
      } = (read.has(intentId) ? refundsLater : refunds)[intentId] ?? {}
      read.add(intentId)
      return { withdrawnMinor: 0, ownMinor, otherMinor, refundId, failedRefundId }
    },
    completeWithdrawal: async (
      intentId: string,
      id: string,
      { totalMinor, transferMinor }: Parameters<typeof stripeGateway.completeWithdrawal>[2],
    ) => {
      requests.push(`complete ${id} with ${intentId}: ${totalMinor}, ${transferMinor} by transfer`)
    },
    refundPart: async (
      intentId: string,
      { amountMinor, totalMinor, transferMinor, purpose }: Parameters<typeof stripeGateway.refundPart>[1],
    ): Promise<PartOutcome> => {
      requests.push(`refund ${amountMinor} of ${totalMinor} from ${intentId} for ${purpose}`)
      if (transferMinor) requests.push(`of which ${transferMinor} by transfer`)
      return partOutcome(outcomes[intentId] ?? { state: 'refunded', amountMinor })
    },
    refundInFull: async (intentId: string, purpose: string): Promise<RefundOutcome> => {
      requests.push(`refund ${intentId} for ${purpose}`)
      return outcomes[intentId] ?? { state: 'refunded', amountMinor: 5000 }
    },
    returnCredit: async ({
      invoiceId,
      amountMinor,
      purpose,
    }: Parameters<typeof stripeGateway.returnCredit>[0]) => {
      requests.push(`return ${amountMinor} of ${invoiceId} for ${purpose}`)
      return true
    },
    markWithdrawal: async (id: string, withdrawal: RecordedWithdrawal | undefined) => {
      requests.push(
        `mark ${id} ${withdrawal ? `${withdrawal.state} ${withdrawal.refundMinor}` : 'with nothing'}`,
      )
    },
    recordReversal: async (
      id: string,
      reversal: { reason: ReversalReason; amountMinor: number; invoiceId: string } | undefined,
    ) =>
      void requests.push(
        `record ${reversal?.reason} ${reversal?.amountMinor} of ${reversal?.invoiceId} for ${id}`,
      ),
    cancelNow: async (id: string) => void requests.push(`end ${id}`),
    markSettled: async (id: string) => void requests.push(`settle ${id}`),
    voidInvoice: async (id: string) => {
      requests.push(`void ${id}`)
      return isVoided
    },
  }
  return { stripe, requests }
}

export const recorded: RecordedWithdrawal = {
  state: 'started',
  refundMinor: 5000,
  transferMinor: 0,
  refundedMinor: 0,
  invoiceId: 'in_month',
}

/** Finishes the withdrawal. Returns its outcome and the changes that are requested of Stripe. */
export const finish = async (facts: WithdrawalFacts = {}) => {
  const { stripe, requests } = stripeWith(facts)
  const withdrawal = { ...recorded, ...facts.withdrawal }
  const outcome = await finishWithdrawal({ ...aSubscription(), withdrawal }, stripe)
  return { outcome, requests }
}
