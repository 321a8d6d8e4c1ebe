import type { EmailContentOf } from '#shared/contract/email.ts'

/** Subject and text about a disputed payment. */
export const disputeTexts: Readonly<
  Record<
    EmailContentOf<'dispute'>['state'],
    { subject: string; text: (amount: string, item: string) => string }
  >
> = {
  opened: {
    subject: 'Your payment has been disputed',
    text: (amount, item) =>
      `Your bank has told us that the payment of ${amount} for ${item} is disputed. Until the dispute is settled, you can't use what this payment was for.`,
  },
  won: {
    subject: 'The dispute about your payment is closed',
    text: (amount, item) =>
      `Your bank has closed the dispute about the payment of ${amount} for ${item}. The dispute was decided in our favour, so the payment won't be returned to you. If what you paid for hasn't ended, you can use it again.`,
  },
  lost: {
    subject: 'Your bank has returned your payment',
    text: (amount, item) =>
      `Your bank has closed the dispute about the payment of ${amount} for ${item}, and has returned the money to you. You can no longer use what this payment was for.`,
  },
}

/** The effect on the subscription, whichever of its payments is disputed. */
export const subscriptionDisputeTexts: Readonly<Record<EmailContentOf<'dispute'>['state'], string>> = {
  opened:
    "If your subscription is still running, we charge no renewals meanwhile. You keep your access until the end of a period that you've paid for with another payment. Without such a payment, your access is suspended.",
  won: "We don't charge for a renewal that fell within the dispute: you can use the rest of that period free of charge. If your subscription renews, your next payment is on its next renewal date.",
  lost: "If your subscription was still running, you won't be charged for it again. It ends with the period that you've paid for with another payment. Without such a payment, it has ended.",
}
