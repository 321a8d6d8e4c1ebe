import type { EmailContentOf } from '#shared/contract/email.ts'
import { timeInWords } from '#shared/rules/london.ts'
import type { Block, Email } from './layout.ts'

const authors = { visitor: 'You', adviser: 'Adviser' } as const

/** Sent to a member or pass holder who asked for their conversation. */
export const transcript = ({ messages, shortened }: EmailContentOf<'transcript'>): Email => ({
  subject: 'Your live chat conversation',
  reason: 'You’re receiving this email because you asked for a copy of your conversation.',
  blocks: [
    {
      kind: 'text',
      text: shortened
        ? 'Here is the conversation that you asked for. It is too long to send in full, so the earliest messages are left out. All times are London time.'
        : 'Here is the conversation that you asked for. All times are London time.',
    },
    ...messages.flatMap(({ from, at, text }): Block[] => [
      { kind: 'text', text: `${authors[from]}, ${timeInWords(at)}` },
      { kind: 'quote', text },
    ]),
  ],
})
