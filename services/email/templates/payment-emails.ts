import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { planFacts, poundsAndPence } from '#shared/values/plans.ts'
import type { Email } from './layout.ts'

const subscriberReason = "You're receiving this email because you have a subscription."

export const welcome = ({ name, plan, price_minor, renews_at, link }: EmailContentOf<'welcome'>): Email => ({
  subject: 'Welcome: your subscription is active',
  reason: "You're receiving this email because you subscribed.",
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, thank you for subscribing. You can now chat with our advisers and use the member library.`,
    },
    {
      kind: 'details',
      rows: [
        ['Plan', planFacts[plan].name],
        ['Paid', poundsAndPence(price_minor)],
        ['Renews on', dateInWords(renews_at)],
      ],
    },
    { kind: 'button', label: 'Open the member library', url: link },
    {
      kind: 'text',
      text: "You can cancel at any time from your profile. You'll keep your access until the end of the period you've paid for.",
    },
  ],
})

export const paymentFailed = ({ name, link }: EmailContentOf<'payment-failed'>): Email => ({
  subject: "Your payment didn't go through",
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, the payment for your subscription didn't go through, so you don't have access at the moment. Your access will be restored as soon as the balance is paid.`,
    },
    { kind: 'button', label: 'Pay the open invoice', url: link },
    {
      kind: 'text',
      text: 'This often happens when a card has expired or when the bank needs you to confirm the payment. You can also pay with another card.',
    },
  ],
})

const reinstatedBecause: Readonly<Record<EmailContentOf<'reinstated'>['reason'], string>> = {
  paid: 'your payment has been settled.',
  dispute_won: 'the dispute about your payment has been closed.',
  other: 'your access has been restored.',
}

/** Sent when access returns. It mentions a payment only if Stripe reports one. */
export const reinstated = ({ name, reason, link }: EmailContentOf<'reinstated'>): Email => ({
  subject: 'Your access is back',
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, ${reinstatedBecause[reason]} You can use live chat and the member library again.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

/** Sent when the invoice of an ended subscription is paid. */
export const latePayment = ({
  name,
  amount_minor,
  ends_at,
  link,
}: EmailContentOf<'late-payment'>): Email => ({
  subject: 'Thank you for your payment',
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, we've received your payment of ${poundsAndPence(amount_minor)}. You can use live chat and the member library until ${dateInWords(ends_at)}.`,
    },
    {
      kind: 'text',
      text: "Your earlier subscription has ended, so your access won't renew and you won't be charged again. You can subscribe again after that date.",
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

export const cancelled = ({ name, ends_at, link }: EmailContentOf<'cancelled'>): Email => ({
  subject: 'Your subscription has been cancelled',
  reason: "You're receiving this email because your subscription was cancelled.",
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, your subscription won't renew and you won't be charged again. You'll keep your access until ${dateInWords(ends_at)}. Your account stays open after that.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
    {
      kind: 'text',
      text: 'If you change your mind, you can resume your subscription from your profile at any time before that day.',
    },
  ],
})

export const resumed = ({ name, renews_at, link }: EmailContentOf<'resumed'>): Email => ({
  subject: 'Your subscription has been resumed',
  reason: "You're receiving this email because your subscription was resumed.",
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, your subscription is no longer cancelled. It renews on ${dateInWords(renews_at)}.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

const refundedItems: Readonly<Record<EmailContentOf<'refunded'>['what'], string>> = {
  pass: 'your live chat pass',
  subscription: 'your subscription',
  duplicate: 'a second subscription that was bought while you already had one',
  'late-payment': 'an invoice of a subscription that had ended',
}

export const refunded = ({ what, disputed, amount_minor }: EmailContentOf<'refunded'>): Email => ({
  subject: disputed ? 'Your payment has been disputed' : 'Your refund is on its way',
  reason: "You're receiving this email because you made a payment to us.",
  blocks: [
    {
      kind: 'text',
      text: disputed
        ? `Your bank has told us that the payment of ${poundsAndPence(amount_minor)} for ${refundedItems[what]} is disputed. The access that it paid for is withdrawn until the dispute is settled.`
        : `We've refunded ${poundsAndPence(amount_minor)} for ${refundedItems[what]} to your card. It can take five to ten days to appear on your statement.`,
    },
    {
      kind: 'text',
      text:
        what === 'duplicate'
          ? 'Nothing else has changed: your first subscription continues.'
          : 'If you think this is a mistake, please email us.',
    },
  ],
})
