import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { moneyText } from '#shared/rules/money.ts'
import { planFacts } from '#shared/values/plans.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Email } from './layout.ts'

export const subscriberReason = 'You’re receiving this email because you have a subscription.'

export const welcome = ({ name, plan, renews_at, link }: EmailContentOf<'welcome'>): Email => ({
  subject: 'Welcome: your subscription is active',
  reason: 'You’re receiving this email because you subscribed.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, thank you for subscribing. You can now chat with our advisers and use the member library.`,
    },
    {
      kind: 'details',
      rows: [
        ['Plan', planFacts[plan].name],
        ['Renews on', dateInWords(renews_at)],
      ],
    },
    { kind: 'button', label: 'Open the member library', url: link },
    {
      kind: 'text',
      text: 'You can cancel at any time from your profile. You’ll keep your access until the end of the period you’ve paid for. We’ll send the receipt for your payment in a separate email.',
    },
  ],
})

const reinstatedBecause: Readonly<Record<EmailContentOf<'reinstated'>['reason'], string>> = {
  paid: 'we’ve received your payment.',
  dispute_won: 'the dispute about your payment has been closed.',
  other: 'your access has been restored.',
}

/** Sent when access returns. It mentions a payment only if Stripe reports one. */
export const reinstated = ({ name, reason, ends_at, link }: EmailContentOf<'reinstated'>): Email => ({
  subject: 'Your access is back',
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, ${reinstatedBecause[reason]} You can use live chat and the member library again.`,
    },
    ...(ends_at === undefined
      ? []
      : [
          {
            kind: 'text' as const,
            text: `Your subscription is cancelled, so it won’t renew. You’ll keep your access until ${dateInWords(ends_at)}.`,
          },
        ]),
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

/** Sent when the invoice of an ended subscription is paid. */
export const latePayment = ({
  name,
  amount_minor,
  currency,
  ends_at,
  link,
}: EmailContentOf<'late-payment'>): Email => ({
  subject: 'Thank you for your payment',
  reason: 'You’re receiving this email because you made a payment to us.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, we’ve received your payment of ${moneyText(amount_minor, currency)}. You can use live chat and the member library until ${dateInWords(ends_at)}.`,
    },
    {
      kind: 'text',
      text: 'Your earlier subscription has ended, so your access won’t renew and you won’t be charged again. You can subscribe again after that date.',
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

const accessUntil = ({ ends_at, suspended, renewal_due }: EmailContentOf<'cancelled'>): string => {
  const end = dateInWords(ends_at)
  if (suspended === 'disputed')
    return `your subscription will end on ${end}, whatever your bank decides about the dispute, and it won’t renew. You can’t use it while your payment is disputed.`
  if (suspended === 'unpaid')
    return `your subscription will end on ${end} and won’t renew. You can’t use it until its open invoice is paid, and the invoice stays due.`
  if (renewal_due)
    return `we’re still taking the payment for the period that has just started. After that, your subscription won’t renew and you won’t be charged again. You’ll keep your access until ${end}, as long as this payment goes through.`
  return `your subscription won’t renew and you won’t be charged again. You’ll keep your access until ${end}.`
}

export const cancelled = (content: EmailContentOf<'cancelled'>): Email => ({
  subject: 'Your subscription has been cancelled',
  reason: 'You’re receiving this email because your subscription was cancelled.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(content.name)}, ${accessUntil(content)} Your account stays open after that.`,
    },
    { kind: 'button', label: 'Open my profile', url: content.link },
    {
      kind: 'text',
      text: 'If you change your mind, you can resume your subscription from your profile at any time before that day.',
    },
  ],
})

const afterResumption = ({ plan, renews_at, waits_for }: EmailContentOf<'resumed'>): string => {
  if (waits_for === 'dispute')
    return 'We won’t take any renewal payments until the dispute about your payment is settled. If it’s settled in our favour, your subscription continues and renews as before.'
  if (waits_for === 'payment')
    return 'You can’t use it until its open invoice is paid. After that, it continues and renews as before.'
  const subject = plan === undefined ? 'It' : `Your ${planFacts[plan].name.toLowerCase()} plan`
  return `${subject} renews on ${dateInWords(renews_at)}.`
}

export const resumed = (content: EmailContentOf<'resumed'>): Email => ({
  subject: 'Your subscription has been resumed',
  reason: 'You’re receiving this email because your subscription was resumed.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(content.name)}, your subscription is no longer cancelled. ${afterResumption(content)}`,
    },
    { kind: 'button', label: 'Open my profile', url: content.link },
  ],
})
