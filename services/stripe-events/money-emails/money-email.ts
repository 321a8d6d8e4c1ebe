import type { EmailContent } from '#shared/contract/email.ts'
import * as paths from '#shared/values/site-map.ts'
import { isPassSession } from '#services/passes/apply-payment.ts'
import { findReceiptEmail } from '#services/payments/receipt-email.ts'
import { disputeGateway } from '#services/payments/stripe/dispute-effect.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { returnedCreditGateway } from '#services/payments/stripe/returned-credit.ts'
import { emailFactGateway, type EndedSubscription } from '#services/payments/stripe/email-facts.ts'
import {
  type Payer,
  type RefundFacts,
  reversalFactGateway,
} from '#services/payments/stripe/reversal-facts.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import {
  failedRefundEmailOf,
  isForWithdrawal,
  reversalContent,
  unrefundedEmailOf,
  type WithdrawalEmail,
  withdrawalEmailOf,
} from '#services/payments/withdrawal-email.ts'
import { findUseBy, type UseByDependencies } from './find-use-by.ts'
import type { MoneyEvent, MoneyEventType } from './money-event.ts'

/** The recipient of an email, and facts about them. `name` is null for payers without an account. */
interface Recipient {
  readonly name: string | null
  readonly siteUrl: string
}

export interface MoneyEmail {
  /** Identifies the email in the outbox. */
  readonly cause: string
  readonly payer: Payer
  /** True if the email is also sent to payers whose account was deleted. */
  readonly outlivesAccount: boolean
  readonly content: (recipient: Recipient) => EmailContent | undefined
  /**
   * True for a refund that was cancelled, for which Stripe sends no separate event: staff must look into it. No bank
   * rejected the refund, so an email is sent only if the buyer has withdrawn and waits for the money.
   */
  readonly isCancelledRefund?: boolean
}

interface FindDependencies extends UseByDependencies {
  readonly stripe: StripeGateway
  readonly siteUrl: string
}
type Find = (
  id: string,
  deps: FindDependencies,
  event: MoneyEvent,
  now: Date,
) => Promise<MoneyEmail | undefined>

const receipt: Find = async (id, { siteUrl }) => {
  const found = await findReceiptEmail(id, siteUrl)
  return (
    found && {
      cause: found.cause,
      payer: found.invoice,
      outlivesAccount: false,
      content: () => found.content,
    }
  )
}

const paymentFailed: Find = async (id) => {
  const failed = await emailFactGateway.findFailedPayment(id)
  return (
    failed && {
      cause: `payment-failed:${id}:${failed.attempts}`,
      payer: failed,
      outlivesAccount: false,
      content: ({ name, siteUrl }) =>
        name === null
          ? undefined
          : {
              template: 'payment-failed',
              name,
              plan: failed.plan,
              amount_minor: failed.amountMinor,
              currency: failed.currency,
              number: failed.number,
              next_attempt_at: failed.nextAttemptAt,
              link: failed.url ?? `${siteUrl}${paths.profile}`,
            },
    }
  )
}

const dueOf = ({ due }: EndedSubscription) =>
  due === undefined
    ? null
    : { amount_minor: due.amountMinor, currency: due.currency, number: due.number, link: due.url }

/** Without a refund at Stripe, the end of a withdrawn subscription is the event that confirms the withdrawal. */
const unrefundedWithdrawal = async (id: string): Promise<MoneyEmail | undefined> => {
  const found = await unrefundedWithdrawalGateway.findUnrefundedWithdrawal(id)
  if (found === undefined) return undefined
  const { cause, content } = unrefundedEmailOf(found)
  return { cause, payer: found, outlivesAccount: true, content: () => content }
}

const ended: Find = async (id) => {
  const end = await emailFactGateway.findEndedSubscription(id)
  if (end === undefined) return unrefundedWithdrawal(id)
  return {
    cause: `ended:${id}`,
    payer: end,
    outlivesAccount: false,
    content: ({ name, siteUrl }) =>
      name === null
        ? undefined
        : {
            template: 'ended',
            name,
            plan: end.plan,
            reason: end.reason,
            ended_at: end.endedAt,
            due: dueOf(end),
            link: `${siteUrl}${paths.profile}`,
          },
  }
}

const cancelledRefund = (id: string, payer: Payer): MoneyEmail => ({
  cause: `refund-cancelled:${id}`,
  payer,
  outlivesAccount: true,
  content: () => undefined,
  isCancelledRefund: true,
})

const refundedEmailOf = (id: string, facts: RefundFacts): WithdrawalEmail => ({
  cause: `refunded:${id}`,
  content: { template: 'refunded', ...reversalContent(facts) },
})

const refund: Find = async (id) => {
  const facts = await reversalFactGateway.findRefund(id)
  if (facts === undefined) return undefined
  const withdrawal = withdrawalEmailOf(facts)
  if (withdrawal !== undefined)
    return { cause: withdrawal.cause, payer: facts, outlivesAccount: true, content: () => withdrawal.content }
  // A refund that is not final is reported by the event about its outcome.
  if (facts.status === 'other') return undefined
  const isCancelledRefund = facts.status === 'cancelled'
  if (isCancelledRefund && !isForWithdrawal(facts)) return cancelledRefund(id, facts)
  const { cause, content } =
    facts.status === 'refunded' ? refundedEmailOf(id, facts) : failedRefundEmailOf(id, facts)
  return { cause, payer: facts, outlivesAccount: true, content: () => content, isCancelledRefund }
}

const dispute: Find = async (id, deps, _event, now) => {
  const facts = await reversalFactGateway.findDispute(id)
  if (facts === undefined || facts.status === 'other') return undefined
  const { status: state, what, paymentIntentId: intent } = facts
  const found = what === 'pass' ? undefined : await disputeGateway.findDisputeEffect(id)
  const isPassRestored = what === 'pass' && state === 'won' && intent !== null
  const useBy = isPassRestored ? await findUseBy(intent, deps, now) : undefined
  return {
    cause: `dispute:${id}:${state}`,
    payer: facts,
    outlivesAccount: true,
    content: () => ({
      template: 'dispute',
      state,
      ...(found && { effect: found.effect, ends_at: found.endsAt }),
      use_by: useBy,
      ...reversalContent(facts),
    }),
  }
}

/** The direct debit of a pass. A subscription is sold for cards only. */
const passPaymentFailed: Find = async (id, { stripe }) => {
  const session = await stripe.findSession(id)
  if (session === undefined || !isPassSession(session) || session.paid || session.isProcessing)
    return undefined
  const isGuest = session.kind === passKinds.guest
  return {
    cause: `pass-payment-failed:${id}`,
    payer: {
      customerId: session.customerId,
      guestEmail: isGuest ? session.email : null,
      payerEmail: session.email,
    },
    outlivesAccount: false,
    content: ({ siteUrl }) => ({
      template: 'pass-payment-failed',
      amount_minor: session.amountMinor,
      currency: session.currency,
      link: `${siteUrl}${paths.liveChat}`,
    }),
  }
}

/** Credit that our code has returned. It pays the next invoices, so a customer without an account has no use for it. */
const creditReturned: Find = async (id, _deps, { balanceMinor }) => {
  const credit =
    balanceMinor === undefined ? undefined : await returnedCreditGateway.findReturnedCredit(id, balanceMinor)
  return (
    credit && {
      cause: `credit-returned:${credit.transactionId}`,
      payer: { customerId: id, guestEmail: null, payerEmail: null },
      outlivesAccount: false,
      content: ({ siteUrl }) => ({
        template: 'credit-returned',
        amount_minor: credit.amountMinor,
        currency: credit.currency,
        link: `${siteUrl}${paths.profile}`,
      }),
    }
  )
}

const findByType: Readonly<Record<MoneyEventType, Find>> = {
  'invoice.paid': receipt,
  'invoice.payment_failed': paymentFailed,
  'customer.subscription.deleted': ended,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.closed': dispute,
  'checkout.session.async_payment_failed': passPaymentFailed,
  'customer.updated': creditReturned,
}

/** Returns the email about an event, or `undefined` if Stripe's current state calls for none. */
export const moneyEmailOf = (
  event: MoneyEvent,
  deps: FindDependencies,
  now: Date,
): Promise<MoneyEmail | undefined> => findByType[event.type](event.objectId, deps, event, now)
