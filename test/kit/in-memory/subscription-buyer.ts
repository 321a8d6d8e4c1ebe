import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import type { ProviderSubscription, RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PartOutcome, refundRequests } from '#services/payments/stripe/refunds.ts'
import { handle as list } from '#services/withdrawals/list-withdrawable-purchases/handler.ts'
import { handle as withdraw } from '#services/withdrawals/withdraw-purchase/handler.ts'
import { callInMemory } from './in-memory.ts'
import { anInvoice, aSubscription, now, subscriberInMemory } from './subscriber.ts'

type Refunds = Awaited<ReturnType<typeof refundRequests.findWithdrawalRefunds>>
const noRefunds: Refunds = { withdrawnMinor: 0, ownMinor: 0, otherMinor: 0, refundId: undefined }

export interface BuyerFacts {
  readonly subscription?: Partial<ProviderSubscription>
  /** Another subscription of the same customer. */
  readonly other?: ProviderSubscription
  readonly invoice?: Partial<SubscriptionInvoice>
  readonly invoices?: readonly SubscriptionInvoice[]
  readonly refunds?: Partial<Refunds>
  readonly outcome?: PartOutcome
}

/** The facts of the paid invoice of a month, for £50.00 by card. */
export const paid = { status: 'paid', amountPaidMinor: 5000, paymentIntentId: 'pi_1' }

/** A withdrawal with a refund of £40.00 that was interrupted after its record. */
export const recorded: RecordedWithdrawal = {
  state: 'started',
  refundMinor: 4000,
  transferMinor: 0,
  refundedMinor: 0,
  invoiceId: 'in_1',
}

/** Connects the operations with a buyer of `sub_1`, who paid £50.00 for it with `pi_1` ten days ago. */
export const subscriptionBuyer = async ({
  subscription,
  other,
  invoice,
  refunds,
  outcome,
  invoices,
}: BuyerFacts) => {
  const bought = aSubscription(subscription)
  const changes: string[] = []
  let atStripe: Refunds = { ...noRefunds, ...refunds }
  const subscriber = await subscriberInMemory({
    subscriptions: [bought, ...(other ? [other] : [])],
    invoices: [...(invoices ?? [anInvoice({ subscription: bought, ...paid, ...invoice })])],
    stripe: {
      findWithdrawalRefunds: async () => atStripe,
      refundPart: async (intent, { amountMinor, totalMinor }) => {
        changes.push(`refund ${amountMinor} of ${intent}`)
        if (outcome?.state === 'failed') atStripe = { ...atStripe, failedRefundId: 're_failed' }
        if (outcome) return outcome
        atStripe = { ...atStripe, withdrawnMinor: totalMinor, ownMinor: amountMinor, refundId: 're_1' }
        return { state: 'refunded', amountMinor }
      },
      markWithdrawal: async (id, withdrawal) =>
        void changes.push(`mark ${id} ${withdrawal?.state ?? 'with nothing'}`),
      recordReversal: async () => undefined,
    },
  })
  const { deps: own, caller, table } = subscriber
  const deps = { ...own, passes: passRepository(table), guestKeys: undefined }
  return {
    subscriber,
    /** The requested changes of money and of the record of the withdrawal. */
    changes,
    list: async () => (await callInMemory(listWithdrawablePurchases, list, { caller, now }, deps)).body,
    withdraw: (refundMinor = 5000, id = 'sub_1') =>
      callInMemory(withdrawPurchase, withdraw, { caller, body: { id, refundMinor }, now }, deps),
    emails: async () =>
      (await table.listByIndex(keys.emailsTo(caller.profile.email, '').gsi1pk))
        .map((item) => outboxRecord.parse(item).content)
        .filter((content) => content?.template === 'withdrawal' || content?.template === 'refund-failed'),
  }
}
