import type { EmailContentOf } from '#shared/contract/email.ts'
import type { DisputeEffect } from '#shared/contract/email-parts.ts'
import { londonTimeInWords } from '#shared/rules/london.ts'

type State = EmailContentOf<'dispute'>['state']

interface DisputeText {
  readonly subject: string
  readonly text: (amount: string, item: string) => string
  /** The result for the buyer if the effect on the subscription is not known. */
  readonly consequence: string
}

/** Subject and text about a disputed payment. */
export const disputeTexts: Readonly<Record<State, DisputeText>> = {
  opened: {
    subject: 'Your payment has been disputed',
    text: (amount, item) =>
      `Your bank has told us that the payment of ${amount} for ${item} is disputed. If the payment was correct, ask your bank to withdraw the dispute.`,
    consequence: 'Until the dispute is settled, you can’t use what this payment was for.',
  },
  won: {
    subject: 'The dispute about your payment is closed',
    text: (amount, item) =>
      `Your bank has closed the dispute about the payment of ${amount} for ${item}. The dispute was decided in our favour, so the payment won’t be returned to you.`,
    consequence: 'If what you paid for hasn’t ended, you can use it again.',
  },
  lost: {
    subject: 'Your bank has returned your payment',
    text: (amount, item) =>
      `Your bank has closed the dispute about the payment of ${amount} for ${item}, and has returned the money to you.`,
    consequence: 'You can no longer use what this payment was for.',
  },
}

/** The result for the holder of a pass that gives access and has not started. */
export const usablePassText = (useBy: string): string =>
  `You can use your pass now. Use it by ${londonTimeInWords(useBy)}. If you bought it without an account, the link in the email about your pass opens it again.`

const hadEnded = 'The subscription that this payment was for had already ended. Nothing else changes.'

/** The result for the subscription, by the step of the dispute and the subscription's state after it. */
export const disputeEffectTexts: Readonly<Record<State, Partial<Record<DisputeEffect, string>>>> = {
  opened: {
    suspended:
      'You can’t use your subscription until the dispute is settled. We won’t take any renewal payments until then.',
    paused:
      'You can use your subscription until the end of the period you’ve already paid for. We won’t take any renewal payments until the dispute is settled.',
    none: hadEnded,
  },
  won: {
    suspended:
      'Another of your payments is still disputed. You can’t use your subscription until that dispute is settled too. We won’t take any renewal payments until then.',
    paused:
      'Another of your payments is still disputed. We won’t take any renewal payments until that dispute is settled too.',
    running:
      'Your subscription continues. We won’t charge you for a renewal that fell due during the dispute, so the rest of that period is free. Your next payment is on your next renewal date.',
    ending:
      'Your subscription is cancelled: you can use it until the end of its current period, and you won’t be charged for it again.',
    none: hadEnded,
  },
  lost: {
    ended: 'Your subscription has ended, and you won’t be charged for it again.',
    ending:
      'Your subscription will end with the period that your other payment covers, and you won’t be charged for it again.',
    none: hadEnded,
  },
}

/** The effect on a subscription, if its state does not determine it. */
export const subscriptionDisputeTexts: Readonly<Record<State, string>> = {
  opened:
    'If your subscription is still running, we won’t take any renewal payments until the dispute is settled. If another payment covers the current period, you’ll keep your access until that period ends. Otherwise, your access is suspended.',
  won: 'We won’t charge you for a renewal that fell due during the dispute, so the rest of that period is free. If your subscription renews, your next payment is on its next renewal date.',
  lost: 'If your subscription was still running, you won’t be charged for it again. If another payment covers the current period, it will end with that period. Otherwise, it has ended.',
}
