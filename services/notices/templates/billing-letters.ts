import type { MailContent } from '../../../shared/contract/mail.ts'
import { dateInWords } from '../../../shared/rules/london.ts'
import { planFacts, poundsAndPence, unusedPassDays } from '../../../shared/values/plans.ts'
import type { Letter } from './layout.ts'

type Template =
  'welcome' | 'pass' | 'pass-over' | 'payment-failed' | 'reinstated' | 'cancelled' | 'resumed' | 'refunded'
type BillingContent = Extract<MailContent, { template: Template }>
type Of<T extends Template> = Extract<BillingContent, { template: T }>

const welcome = ({ name, plan, priceMinor, renewsAt, link }: Of<'welcome'>): Letter => ({
  subject: 'Welcome: your subscription is active',
  reason: 'You get this mail because you subscribed.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, thank you for subscribing. Live chat with our advisers and the member library are open to you now.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Plan', planFacts[plan].name],
        ['Paid', poundsAndPence(priceMinor)],
        ['Renews on', dateInWords(renewsAt)],
      ],
    },
    { kind: 'button', label: 'Open the member library', url: link },
    {
      kind: 'text',
      text: 'You can cancel at any time from your profile and keep your access to the end of the period you have paid for.',
    },
  ],
})

const pass = ({ minutes, priceMinor, extended, guest, link }: Of<'pass'>): Letter => ({
  subject: extended ? 'Your chat pass now lasts longer' : 'Your live chat pass',
  reason: 'You get this mail because you bought a live chat pass.',
  blocks: [
    {
      kind: 'text',
      text: extended
        ? `Thank you. Your pass now gives you ${minutes} minutes of live chat in all.`
        : `Thank you. Your pass gives you ${minutes} minutes of live chat with one of our advisers. The time starts when an adviser answers your first message, not before.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Paid', poundsAndPence(priceMinor)],
        ['Live chat', `${minutes} minutes`],
        ['To be used within', `${unusedPassDays} days`],
      ],
    },
    { kind: 'button', label: guest ? 'Bring my pass to this browser' : 'Open live chat', url: link },
    {
      kind: 'text',
      text: guest
        ? 'Your pass is kept in the browser that you paid with. Should that browser forget it, or should you want to use another one, the button brings it back. Whoever has this mail can do that, so keep it to yourself.'
        : 'Your pass is kept with your account: sign in wherever you want to chat.',
    },
  ],
})

const passOver = ({ minutes, used, link }: Of<'pass-over'>): Letter => ({
  subject: 'Your live chat pass is over',
  reason: 'You get this mail because you bought a live chat pass.',
  blocks: [
    {
      kind: 'text',
      text: used
        ? `Your pass with ${minutes} minutes of live chat is over. We hope that our adviser could help.`
        : `Your pass was not used within ${unusedPassDays} days and has lapsed. If something kept you from using it, please tell us.`,
    },
    { kind: 'button', label: 'Back to live chat', url: link },
  ],
})

const paymentFailed = ({ name, link }: Of<'payment-failed'>): Letter => ({
  subject: 'Your payment did not go through',
  reason: 'You get this mail because you subscribe.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, the payment for your subscription did not go through. Your access is withdrawn until the balance is paid; it comes back by itself the moment it is.`,
    },
    { kind: 'button', label: 'Pay the open invoice', url: link },
    {
      kind: 'text',
      text: 'Often a card has expired or the bank wants your confirmation. The page behind the button takes another card as well.',
    },
  ],
})

const reinstated = ({ name, link }: Of<'reinstated'>): Letter => ({
  subject: 'Thank you: your access is back',
  reason: 'You get this mail because you subscribe.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, your payment is settled. Live chat and the member library are open.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

const cancelled = ({ name, endsAt, link }: Of<'cancelled'>): Letter => ({
  subject: 'Your subscription is cancelled',
  reason: 'You get this mail because your subscription was cancelled.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, your subscription will not renew and you will not be charged again. You keep your access until ${dateInWords(endsAt)}, and your account after that.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
    { kind: 'text', text: 'You can take the cancellation back on that page at any time before that day.' },
  ],
})

const resumed = ({ name, renewsAt, link }: Of<'resumed'>): Letter => ({
  subject: 'Your subscription goes on',
  reason: 'You get this mail because your subscription was resumed.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, the cancellation is taken back. Your subscription renews on ${dateInWords(renewsAt)}.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

const whatWentBack: Readonly<Record<Of<'refunded'>['what'], string>> = {
  pass: 'your live chat pass',
  subscription: 'your subscription',
  double: 'a second subscription that was bought while you had one already',
}

const refunded = ({ what, disputed, amountMinor }: Of<'refunded'>): Letter => ({
  subject: disputed ? 'Your payment is disputed' : 'Your refund is on its way',
  reason: 'You get this mail because you paid us.',
  blocks: [
    {
      kind: 'text',
      text: disputed
        ? `Your bank tells us that the payment of ${poundsAndPence(amountMinor)} for ${whatWentBack[what]} is disputed. The access that it paid for is withdrawn until that is settled.`
        : `We have sent ${poundsAndPence(amountMinor)} for ${whatWentBack[what]} back to your card. Banks take five to ten days to show it.`,
    },
    {
      kind: 'text',
      text:
        what === 'double'
          ? 'Nothing else has changed: your first subscription goes on.'
          : 'If you think that this is a mistake, please write to us.',
    },
  ],
})

/** The words of a mail about money and access. */
export const billingLetterOf = (content: BillingContent): Letter => {
  switch (content.template) {
    case 'welcome':
      return welcome(content)
    case 'pass':
      return pass(content)
    case 'pass-over':
      return passOver(content)
    case 'payment-failed':
      return paymentFailed(content)
    case 'reinstated':
      return reinstated(content)
    case 'cancelled':
      return cancelled(content)
    case 'resumed':
      return resumed(content)
    case 'refunded':
      return refunded(content)
  }
}
