import type { TicketCountry } from '../../../shared/contract/chat.ts'
import type { MailContent } from '../../../shared/contract/mail.ts'
import { dayInWords } from '../../../shared/rules/london.ts'
import { brand } from '../../../shared/values/brand.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

const countryNames: Readonly<Record<TicketCountry, string>> = { england: 'England', wales: 'Wales' }

/** For the advisers: an answer to this mail goes to the member. */
export const ticketLetter = (mail: Of<'ticket'>): Letter => ({
  subject: `Ticket ${mail.id}: ${mail.topic}`,
  reason: 'You get this mail because you answer the questions of members.',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['From', mail.name],
        ['Email', mail.email],
        ['Topic', mail.topic],
        ['Country', countryNames[mail.country]],
        ['Answer promised by', dayInWords(mail.answeredBy)],
        ['Ticket', mail.id],
      ],
    },
    { kind: 'quote', text: mail.message },
    { kind: 'text', text: 'Answer this mail and it goes to the member.' },
  ],
})

/** For the member, with their own words: the address is one that they have verified. */
export const ticketReceipt = (mail: Of<'ticket-receipt'>): Letter => ({
  subject: `We have your ticket: ${mail.topic}`,
  reason: 'You get this mail because you submitted a ticket to our advisers.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${mail.name}, your ticket has reached the advisers of ${brand.name}. One of them answers you at this address by ${dayInWords(mail.answeredBy)}.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Topic', mail.topic],
        ['Country', countryNames[mail.country]],
        ['Answer by', dayInWords(mail.answeredBy)],
        ['Ticket', mail.id],
      ],
    },
    { kind: 'quote', text: mail.message },
    { kind: 'button', label: 'See your tickets', url: mail.link },
  ],
})
