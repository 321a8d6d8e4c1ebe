import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { moneyText } from '#shared/rules/money.ts'
import { refundedInWords } from './charge-words.ts'
import type { Block, Email } from './layout.ts'

export const payerReason = 'You’re receiving this email because you made a payment to us.'

/** The refunded or disputed payment. */
export const paymentRows = (
  { amount_minor, paid_at, number }: NonNullable<EmailContentOf<'refunded'>['payment']>,
  currency: string | undefined,
): Block => ({
  kind: 'details',
  rows: [
    ['Payment', moneyText(amount_minor, currency)],
    ['Paid on', dateInWords(paid_at)],
    ...(number === null || number === undefined ? [] : [['Invoice number', number] as const]),
  ],
})

export const mistake: Block = { kind: 'text', text: 'If you think this is a mistake, please email us.' }

/** Reports a refund that has succeeded, for a reason other than a withdrawal. */
export const refunded = ({ what, amount_minor, currency, payment }: EmailContentOf<'refunded'>): Email => ({
  subject: 'Your refund is on its way',
  reason: payerReason,
  blocks: [
    {
      kind: 'text',
      text: `We’ve refunded ${moneyText(amount_minor, currency)} for ${refundedInWords[what]}. The money goes back to the card or account you paid with. It can take five to ten days to appear on your statement.`,
    },
    ...(payment === undefined ? [] : [paymentRows(payment, currency)]),
    what === 'duplicate'
      ? { kind: 'text', text: 'Nothing else has changed: your first subscription continues.' }
      : mistake,
  ],
})

/** Reports credit that our code has returned. A refund of the same invoice, if there was one, has its own email. */
export const creditReturned = ({
  amount_minor,
  currency,
  link,
}: EmailContentOf<'credit-returned'>): Email => ({
  subject: 'Your credit has been returned',
  reason: payerReason,
  blocks: [
    {
      kind: 'text',
      text: `We’ve returned ${moneyText(amount_minor, currency)} to your credit with us, because we’ve undone an invoice that used it. Your next subscription invoices are paid from your credit first. Your profile shows how much you have.`,
    },
    { kind: 'button', label: 'Open my profile', url: link },
    mistake,
  ],
})

const byTransfer = 'by bank transfer, within 14 days at the latest.'

/** States what is refunded by this email's refund, what is repaid by bank transfer, and the sum of all. */
const repaymentText = (content: EmailContentOf<'withdrawal'>): string => {
  const { amount_minor, currency, total_minor, transfer_minor = 0, pending } = content
  const amount = moneyText(amount_minor, currency)
  if (amount_minor === 0)
    return 'We’d already refunded everything that was due to you, so there’s nothing more to refund.'
  // There is no refund at Stripe: the whole amount is paid by bank transfer.
  if (total_minor === undefined && transfer_minor === amount_minor)
    return `You paid by bank transfer, so we’ll repay ${amount} ${byTransfer}`
  const refund = pending
    ? `We’ll refund ${amount} to the card or account you paid with, within 14 days at the latest. We’ll email you once the refund has been paid.`
    : `We’ve refunded ${amount} to the card or account you paid with. It can take five to ten days to appear on your statement.`
  const transfer =
    transfer_minor === 0
      ? ''
      : ` You also paid by bank transfer, so we’ll repay ${moneyText(transfer_minor, currency)} ${byTransfer}`
  if (total_minor === undefined) return refund
  const others =
    total_minor === amount_minor + transfer_minor
      ? ''
      : ` We refund each of your ${transfer === '' ? '' : 'other '}payments separately and email you about each one.`
  return `${refund}${transfer}${others} In total, you’ll get ${moneyText(total_minor, currency)} back.`
}

const withdrawalText = (what: 'pass' | 'subscription'): string =>
  `We’ve received your withdrawal from ${refundedInWords[what]}. ${
    // Other purchases of the same pass may have minutes left.
    what === 'pass'
      ? 'You can no longer use the minutes of this purchase.'
      : 'Your access has ended, and you won’t be charged again.'
  }`

/** Acknowledges a withdrawal on a durable medium, with the amount of the refund. */
export const withdrawal = (content: EmailContentOf<'withdrawal'>): Email => {
  const { what, currency, payment, pending } = content
  return {
    subject: pending ? 'We have received your withdrawal' : 'You have withdrawn from your purchase',
    reason: payerReason,
    blocks: [
      {
        kind: 'text',
        text: withdrawalText(what),
      },
      { kind: 'text', text: repaymentText(content) },
      paymentRows(payment, currency),
      mistake,
    ],
  }
}

const failedText = ({ what, amount_minor, currency, withdrawn }: EmailContentOf<'refund-failed'>): string => {
  const amount = moneyText(amount_minor, currency)
  const fact =
    withdrawn === undefined
      ? `Your bank rejected our refund of ${amount} for ${refundedInWords[what]}.`
      : `Our refund of ${amount} to the card or account you paid with didn’t go through.`
  return `${fact} Please email us, so that we can send you the money another way.`
}

/** Reports a refund that failed. If it was for a withdrawal, this may be the only email that acknowledges it. */
export const refundFailed = (content: EmailContentOf<'refund-failed'>): Email => {
  const { currency, payment, withdrawn, transfer_minor = 0 } = content
  const transfer: Block = {
    kind: 'text',
    text: `You also paid by bank transfer, so we’ll repay ${moneyText(transfer_minor, currency)} ${byTransfer}`,
  }
  return {
    subject:
      withdrawn === undefined
        ? 'Your refund didn’t go through'
        : 'You have withdrawn from your purchase, but your refund didn’t go through',
    reason: payerReason,
    blocks: [
      ...(withdrawn === undefined ? [] : [{ kind: 'text', text: withdrawalText(withdrawn) } as const]),
      { kind: 'text', text: failedText(content) },
      ...(transfer_minor === 0 ? [] : [transfer]),
      paymentRows(payment, currency),
    ],
  }
}
