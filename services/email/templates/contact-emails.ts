import type { EmailContentOf } from '#shared/contract/email.ts'
import { londonTimeInWords } from '#shared/rules/london.ts'
import { brand } from '#shared/values/brand.ts'
import type { Email } from './layout.ts'

/** Sent to the support address. A reply goes to the sender of the message. */
export const contactMessage = (content: EmailContentOf<'contact-message'>): Email => ({
  subject: `Contact form: ${content.subject}`,
  preheader: `From ${content.name}`,
  reason: 'You’re receiving this email because someone sent a message from the contact page.',
  blocks: [
    {
      kind: 'details',
      rows: [
        ['From', content.name],
        ['Email', content.email],
        ['Subject', content.subject],
        ['Reference', content.reference],
      ],
    },
    { kind: 'quote', text: content.message },
    {
      kind: 'text',
      text: 'Reply from the inbox in the admin area. If you reply to this email instead, your reply goes to the sender. Afterwards, mark the message as ‘answered elsewhere’ in the inbox. The sender’s address isn’t verified.',
    },
  ],
})

/** Sent to the sender of a message. It repeats no part of the message, so it cannot carry spam to others. */
export const contactReceipt = ({ reference, received_at }: EmailContentOf<'contact-receipt'>): Email => ({
  subject: 'We’ve received your message',
  reason: 'You’re receiving this email because someone gave this address on our contact page.',
  blocks: [
    {
      kind: 'text',
      text: `Thank you for contacting ${brand.name}. We’ve received your message and will get back to you.`,
    },
    {
      kind: 'details',
      rows: [
        ['Received', londonTimeInWords(received_at)],
        ['Reference', reference],
      ],
    },
    { kind: 'text', text: 'If you didn’t contact us, you can ignore this email.' },
  ],
})
