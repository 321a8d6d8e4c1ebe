import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { moneyText } from '#shared/rules/money.ts'
import { invoiceInWords, itemOf, refundedInWords, subscriptionInWords } from './charge-words.ts'
import {
  disputeEffectTexts,
  disputeTexts,
  subscriptionDisputeTexts,
  usablePassText,
} from './dispute-texts.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Block, Email } from './layout.ts'
import { orderBlocks } from './order-blocks.ts'
import { subscriberReason } from './subscription-emails.ts'
import { mistake, payerReason, paymentRows } from './refund-emails.ts'

/** Receipt of a payment, with the amount and the invoice that Stripe reports. The first one confirms the order. */
export const receipt = (content: EmailContentOf<'receipt'>): Email => {
  const { plan, amount_minor, credit_minor = 0, currency, paid_at, number, link, order } = content
  const payment = `for your payment of ${moneyText(amount_minor + credit_minor, currency)}`
  const received = amount_minor === 0 ? 'You paid from your credit with us.' : 'We’ve received your payment.'
  return {
    subject: order === undefined ? `Receipt ${payment}` : `Your order: receipt ${payment}`,
    reason: payerReason,
    blocks: [
      {
        kind: 'text',
        text:
          order === undefined
            ? `Thank you. ${received}`
            : `Thank you for your order. ${received} Please keep this email: it confirms what you bought and your rights.`,
      },
      {
        kind: 'details',
        rows: [
          ['Paid', moneyText(amount_minor, currency)],
          ...(credit_minor === 0
            ? []
            : [['Paid from your credit', moneyText(credit_minor, currency)] as const]),
          ['For', itemOf(plan)],
          ['Date', dateInWords(paid_at)],
          ...(number === null ? [] : [['Invoice number', number] as const]),
        ],
      },
      ...(link === null ? [] : [{ kind: 'button', label: 'View your invoice', url: link } as const]),
      ...orderBlocks(content),
    ],
  }
}

/** Credit or a coupon can cover the whole price. */
const renewalCharge = (amountMinor: number, currency: string | undefined): string =>
  amountMinor === 0
    ? 'Nothing is due for it, so we won’t charge your card.'
    : `We’ll charge ${moneyText(amountMinor, currency)} to your card on that day.`

export const renewal = ({
  name,
  plan,
  amount_minor,
  currency,
  renews_at,
  link,
}: EmailContentOf<'renewal'>): Email => ({
  subject: `Your subscription renews on ${dateInWords(renews_at)}`,
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, your ${subscriptionInWords(plan)} renews on ${dateInWords(renews_at)}. ${renewalCharge(amount_minor, currency)} If you’d like to continue, you don’t need to do anything.`,
    },
    {
      kind: 'details',
      rows: [
        ['Amount', moneyText(amount_minor, currency)],
        ['Renews on', dateInWords(renews_at)],
      ],
    },
    {
      kind: 'text',
      text: 'To cancel, open your profile and choose ‘Cancel Subscription’ before that day. You won’t be charged, and you’ll keep your access until then.',
    },
    { kind: 'button', label: 'Open my profile', url: link },
  ],
})

export const paymentFailed = ({
  name,
  plan,
  amount_minor,
  currency,
  number,
  next_attempt_at,
  link,
}: EmailContentOf<'payment-failed'>): Email => ({
  subject: 'Your payment didn’t go through',
  reason: subscriberReason,
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, we couldn’t take the payment of ${moneyText(amount_minor, currency)} for your ${subscriptionInWords(plan)}${invoiceInWords(number)}. You don’t have access at the moment. Your access will be restored as soon as the balance is paid.`,
    },
    { kind: 'button', label: 'Pay the open invoice', url: link },
    {
      kind: 'text',
      text:
        next_attempt_at === null
          ? 'We won’t try to take this payment again. If you don’t pay it, your subscription will end.'
          : `We’ll try again on ${dateInWords(next_attempt_at)}. If that attempt and any later ones fail, your subscription will end.`,
    },
    {
      kind: 'text',
      text: 'This often happens when a card has expired or when the bank needs you to confirm the payment. You can also pay with another card.',
    },
  ],
})

export const passPaymentFailed = ({
  amount_minor,
  currency,
  link,
}: EmailContentOf<'pass-payment-failed'>): Email => ({
  subject: 'Your payment didn’t go through',
  reason: payerReason,
  blocks: [
    {
      kind: 'text',
      text: `Your bank rejected the direct debit of ${moneyText(amount_minor, currency)} for your live chat pass. You haven’t been charged, and you haven’t received the pass. If you still need advice, you can buy a pass again.`,
    },
    { kind: 'button', label: 'Go to live chat', url: link },
  ],
})

const endedBecause: Readonly<Record<EmailContentOf<'ended'>['reason'], string>> = {
  // Stripe does not say who scheduled the end: the customer, here or in Stripe's portal, or staff in its dashboard.
  cancelled: 'because it was cancelled.',
  unpaid: 'because we couldn’t take your payment.',
  disputed: 'because your bank returned your payment to you after a dispute.',
  refunded: 'because your payment was refunded.',
  us: 'because we cancelled it.',
}

const afterEnd = ({ reason, due }: EmailContentOf<'ended'>): string => {
  if (due !== null)
    return `The invoice of ${moneyText(due.amount_minor, due.currency)}${invoiceInWords(due.number)} is still open. If you pay it, you’ll get access for one more period, starting on the day you pay. Your subscription won’t renew.`
  const next = 'You won’t be charged again. Your account stays open, and you can subscribe again at any time.'
  return reason === 'us' || reason === 'refunded'
    ? `${next} If you think this is a mistake, please email us.`
    : next
}

const endButton = ({ due, link }: EmailContentOf<'ended'>): Block =>
  due?.link
    ? { kind: 'button', label: 'Pay the open invoice', url: due.link }
    : { kind: 'button', label: 'Open my profile', url: link }

/** Sent when a subscription has ended, with the reason. */
export const ended = (content: EmailContentOf<'ended'>): Email => ({
  subject: 'Your subscription has ended',
  reason: 'You’re receiving this email because you had a subscription.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(content.name)}, your ${subscriptionInWords(content.plan)} ended on ${dateInWords(content.ended_at)} ${endedBecause[content.reason]}`,
    },
    { kind: 'text', text: afterEnd(content) },
    endButton(content),
  ],
})

export const dispute = (content: EmailContentOf<'dispute'>): Email => {
  const { state, effect, ends_at, use_by, what, amount_minor, currency, payment } = content
  const { subject, text, consequence } = disputeTexts[state]
  const onSubscription = effect === undefined ? undefined : disputeEffectTexts[state][effect]
  const known = use_by === undefined ? onSubscription : usablePassText(use_by)
  const onPurchase = known ?? (what === 'subscription' ? subscriptionDisputeTexts[state] : undefined)
  const fact = text(moneyText(amount_minor, currency), refundedInWords[what])
  const end = ends_at === undefined ? '' : ` You’ll keep your access until ${dateInWords(ends_at)}.`
  return {
    subject,
    reason: payerReason,
    blocks: [
      { kind: 'text', text: known === undefined ? `${fact} ${consequence}` : fact },
      ...(onPurchase === undefined ? [] : [{ kind: 'text' as const, text: `${onPurchase}${end}` }]),
      paymentRows(payment, currency),
      mistake,
    ],
  }
}
