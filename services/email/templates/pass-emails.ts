import type { EmailContentOf } from '#shared/contract/email.ts'
import { poundsAndPence, unusedPassDays } from '#shared/values/plans.ts'
import type { Email } from './layout.ts'

const reason = "You're receiving this email because you bought a live chat pass."

/** Receipt of a pass purchase. For a guest pass, its link restores the pass in a browser. */
export const pass = ({ minutes, price_minor, extended, guest, link }: EmailContentOf<'pass'>): Email => ({
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
        ['Paid', poundsAndPence(price_minor)],
        ['Live chat', `${minutes} minutes`],
        ['Use within', `${unusedPassDays} days`],
      ],
    },
    { kind: 'button', label: guest ? 'Restore my pass in this browser' : 'Open live chat', url: link },
    {
      kind: 'text',
      text: guest
        ? "Your pass is saved in the browser you paid with. If you clear that browser's data, or want to use another one, use this button to restore your pass. Anyone who has this email can use your pass, so please don't share it."
        : 'Your pass is saved in your account, so you can sign in and chat on any device.',
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
        : `Your pass has expired because it wasn't used within ${unusedPassDays} days. If something stopped you from using it, please email us.`,
    },
    { kind: 'button', label: 'Go to live chat', url: link },
  ],
})

/** Tells the absent holder of a pass that an adviser has replied. */
export const adviserReplied = ({ link }: EmailContentOf<'adviser-replied'>): Email => ({
  subject: 'An adviser has replied to you',
  reason,
  blocks: [
    {
      kind: 'text',
      text: "An adviser has replied to you in live chat. You weren't there, so your minutes haven't started. They start when you open the conversation or write again.",
    },
    { kind: 'button', label: 'Go to live chat', url: link },
    {
      kind: 'text',
      text: 'Advisers are there during chat hours. If you come back at another time, wait for the chat to open before you open the conversation.',
    },
  ],
})
