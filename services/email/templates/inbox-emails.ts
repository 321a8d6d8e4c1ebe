import type { EmailContentOf } from '#shared/contract/email.ts'
import { dayWithWeekday, londonTimeInWords } from '#shared/rules/london.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { InboxKind } from '#shared/values/inbox.ts'
import { retentionPeriods } from '#shared/values/retention.ts'
import type { Block, Email } from './layout.ts'

const ticketBlocks = (link: string | null): Block[] =>
  link === null ? [] : [{ kind: 'button', label: 'View your tickets', url: link }]

interface ReplyTexts {
  readonly subject: string
  /** Completes "You're receiving this email because you sent us …". */
  readonly sent: string
  readonly note?: string
}

const replyTexts: Readonly<Record<InboxKind, ReplyTexts>> = {
  question: {
    subject: 'Our reply to your question',
    sent: 'a question',
    note: 'This is an adviser’s reply to a question. It is not a drafted or reviewed document.',
  },
  complaint: { subject: 'Our response to your complaint', sent: 'a complaint' },
  'data-protection': {
    subject: 'Our response to your data protection request',
    sent: 'a data protection request',
  },
}

/** Sent to the sender of a ticket or contact message. It quotes the question. */
export const inboxReply = (content: EmailContentOf<'inbox-reply'>): Email => {
  const { acknowledges, topic, kind = 'question' } = content
  const { subject, sent, note } = replyTexts[kind]
  const paragraphs = content.reply.split(/\n+/)
  return {
    subject: `${acknowledges ? 'We’ve received your complaint' : subject}: ${topic}`,
    preheader: paragraphs[0],
    reason: `You’re receiving this email because you sent us ${sent}.`,
    blocks: [
      { kind: 'text', text: `${greeting(content.name)},` },
      ...paragraphs.map((text): Block => ({ kind: 'text', text })),
      ...(acknowledges || note === undefined ? [] : ([{ kind: 'text', text: note }] satisfies Block[])),
      { kind: 'details', rows: [['Reference', content.reference]] },
      { kind: 'text', text: `You wrote on ${londonTimeInWords(content.asked_at)}:` },
      { kind: 'quote', text: content.question },
      ...ticketBlocks(content.link),
    ],
  }
}

type DueItems = EmailContentOf<'inbox-reminder'>['late']

const listBlocks = (title: string, count: number, items: DueItems): Block[] =>
  count === 0
    ? []
    : [
        { kind: 'text', text: `${title}: ${count}` },
        {
          kind: 'details',
          rows: items.map(({ topic, reference, due_on }) => [
            `${topic} (${reference})`,
            dayWithWeekday(due_on),
          ]),
        },
        ...(count > items.length
          ? ([{ kind: 'text', text: `And ${count - items.length} more.` }] satisfies Block[])
          : []),
      ]

/** Sent to the advisers in the morning. */
export const inboxReminder = (content: EmailContentOf<'inbox-reminder'>): Email => ({
  subject: `Inbox: ${content.late_count} late, ${content.today_count} due before the next working day`,
  reason: 'You’re receiving this email because you answer members’ questions.',
  blocks: [
    ...listBlocks('Late', content.late_count, content.late),
    ...listBlocks('Due before the next working day', content.today_count, content.today),
    { kind: 'button', label: 'Open the inbox', url: content.link },
  ],
})

/** Asks the admins to delete old conversations at a chat provider without an API that deletes. */
export const chatDeletion = ({ cutoff, requested_at, link }: EmailContentOf<'chat-deletion'>): Email => ({
  subject: `Please delete chats from before ${dayWithWeekday(cutoff)}`,
  reason: 'You’re receiving this email because you manage the live chat.',
  blocks: [
    {
      kind: 'text',
      text: `Our privacy policy says that we keep conversations for ${retentionPeriods.chat.months} months. Please sign in at Tawk.to and delete every conversation whose last message was sent before ${dayWithWeekday(cutoff)}. Then confirm it in the inbox.`,
    },
    {
      kind: 'text',
      text: `This has been due since ${londonTimeInWords(requested_at)}. We’ll send a reminder every week until you confirm it.`,
    },
    { kind: 'button', label: 'Open the inbox', url: link },
  ],
})
