import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords, londonTimeInWords } from '#shared/rules/london.ts'
import { moneyText } from '#shared/rules/money.ts'
import type { Email } from './layout.ts'

const reason = 'You’re receiving this email because you bought a live chat pass.'

/** Sent after a pass purchase. For a guest pass, its link restores the pass in a browser. */
export const pass = (content: EmailContentOf<'pass'>): Email => {
  const { minutes, price_minor, currency, extended, guest, started, ends_at, link } = content
  return {
    subject: extended ? 'Your live chat pass has been extended' : 'Your live chat pass',
    reason,
    blocks: [
      {
        kind: 'text',
        text: extended
          ? `Thank you. Your pass now gives you ${minutes} minutes of live chat in total.`
          : `Thank you. Your pass gives you ${minutes} minutes of live chat with one of our advisers. The time starts when an adviser replies to your first message.`,
      },
      {
        kind: 'details',
        rows: [
          ['Paid', moneyText(price_minor, currency)],
          ['Live chat', `${minutes} minutes`],
          [started ? 'Ends on' : 'Use it by', londonTimeInWords(ends_at)],
        ],
      },
      { kind: 'button', label: guest ? 'Restore my pass in this browser' : 'Open live chat', url: link },
      {
        kind: 'text',
        text: guest
          ? 'Your pass is saved in the browser you paid with. If you clear that browser’s data, or want to use another one, use the link above to restore your pass. Anyone who has this email can use your pass, so please don’t share it.'
          : 'Your pass is saved in your account, so you can sign in and chat on any device.',
      },
      { kind: 'text', text: 'We’ll send the receipt for your payment in a separate email.' },
    ],
  }
}

/** Warns the holder of an unused pass before it expires. */
export const passExpiring = ({
  minutes,
  expires_at,
  guest,
  link,
}: EmailContentOf<'pass-expiring'>): Email => ({
  subject: `Your live chat pass expires on ${dateInWords(expires_at)}`,
  reason,
  blocks: [
    {
      kind: 'text',
      text: `You haven’t used your live chat pass of ${minutes} minutes yet. It expires on ${londonTimeInWords(expires_at)}. You can’t use it after that.`,
    },
    { kind: 'button', label: guest ? 'Restore my pass in this browser' : 'Open live chat', url: link },
    {
      kind: 'text',
      text: 'Advisers are available during chat hours. Your minutes start when an adviser replies to your first message.',
    },
  ],
})

export const passOver = ({ minutes, used, link }: EmailContentOf<'pass-over'>): Email => ({
  subject: used ? 'Your live chat pass has ended' : 'Your live chat pass has expired',
  reason,
  blocks: [
    {
      kind: 'text',
      text: used
        ? `Your live chat pass of ${minutes} minutes has ended. We hope our adviser was able to help.`
        : 'Your pass has expired because it wasn’t used in time. If something stopped you from using it, please email us.',
    },
    { kind: 'button', label: 'Go to live chat', url: link },
  ],
})

/** Notifies the absent holder of a pass that an adviser has replied. */
export const adviserReplied = ({ link }: EmailContentOf<'adviser-replied'>): Email => ({
  subject: 'An adviser has replied to you',
  reason,
  blocks: [
    {
      kind: 'text',
      text: 'An adviser has replied to you in live chat. You weren’t in the chat, so your minutes haven’t started. They start when you open the conversation or write again.',
    },
    { kind: 'button', label: 'Go to live chat', url: link },
    {
      kind: 'text',
      text: 'Advisers are available during chat hours. Opening the conversation starts your minutes, so please wait until chat hours if no adviser is available.',
    },
  ],
})
