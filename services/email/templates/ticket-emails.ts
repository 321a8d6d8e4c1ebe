import type { EmailContentOf } from '#shared/contract/email.ts'
import { dayWithWeekday } from '#shared/rules/london.ts'
import { countryNames } from '#shared/values/library-facts.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Email } from './layout.ts'

const replyInstructions =
  'Reply from the inbox in the admin area. If you reply to this email instead, your reply goes to the member. Afterwards, mark the ticket as ‘answered elsewhere’ in the inbox.'

/** Sent to the advisers. A reply goes to the member. */
export const ticketEmail = (content: EmailContentOf<'ticket'>): Email => ({
  subject: `${content.follow_up ? 'Follow-up to ticket' : 'Ticket'} ${content.id}: ${content.topic}`,
  preheader: `From ${content.name}, reply due by ${dayWithWeekday(content.answered_by)}`,
  reason: 'You’re receiving this email because you answer members’ questions.',
  blocks: [
    {
      kind: 'details',
      rows: [
        ['From', content.name],
        ['Email', content.email],
        ['Topic', content.topic],
        ['Country', countryNames[content.country]],
        ['Reply due by', dayWithWeekday(content.answered_by)],
        ['Ticket', content.id],
      ],
    },
    { kind: 'quote', text: content.message },
    { kind: 'text', text: replyInstructions },
  ],
})

/** Sent to the member. It quotes their message, because their address is verified. */
export const ticketReceipt = (content: EmailContentOf<'ticket-receipt'>): Email => ({
  subject: `We’ve received your ticket: ${content.topic}`,
  reason: 'You’re receiving this email because you submitted a ticket to our advisers.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(content.name)}, we’ve received your ticket. One of our advisers will reply to you at this address by ${dayWithWeekday(content.answered_by)}.`,
    },
    {
      kind: 'details',
      rows: [
        ['Topic', content.topic],
        ['Country', countryNames[content.country]],
        ['We’ll reply by', dayWithWeekday(content.answered_by)],
        ['Ticket', content.id],
      ],
    },
    { kind: 'quote', text: content.message },
    { kind: 'button', label: 'View your tickets', url: content.link },
  ],
})
