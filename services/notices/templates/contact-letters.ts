import type { MailContent } from '../../../shared/contract/mail.ts'
import { brand } from '../../../shared/values/brand.ts'
import { timeInWords } from './in-words.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

/** For those who answer: an answer to this mail goes to whoever wrote. */
export const contactMessage = (mail: Of<'contact-message'>): Letter => ({
  subject: `Contact: ${mail.subject}`,
  reason: 'You get this mail because somebody wrote through the contact page.',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['From', mail.name],
        ['Email', mail.email],
        ['Subject', mail.subject],
        ['Reference', mail.reference],
      ],
    },
    { kind: 'quote', text: mail.message },
    {
      kind: 'text',
      text: 'Answer this mail and it goes to the sender. Nobody has checked that the address is theirs.',
    },
  ],
})

/** For whoever wrote. It repeats nothing that they wrote, so that nobody can send their words to others. */
export const contactReceipt = ({ reference, receivedAt }: Of<'contact-receipt'>): Letter => ({
  subject: 'We have your message',
  reason: 'You get this mail because somebody gave this address on our contact page.',
  blocks: [
    {
      kind: 'text',
      text: `Thank you for writing to ${brand.name}. Your message has arrived and we will get back to you.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Received', timeInWords(receivedAt)],
        ['Reference', reference],
      ],
    },
    { kind: 'text', text: 'If you did not write to us, you can ignore this mail.' },
  ],
})
