import fc from 'fast-check'
import * as contract from '#shared/contract/inbox.ts'
import { askFollowUp, submitTicket } from '#shared/contract/tickets.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { closeReasons, inboxKinds } from '#shared/values/inbox.ts'
import { contactRepository } from '#services/contact/contact.repository.ts'
import { handle as contact } from '#services/contact/submit-contact/handler.ts'
import { handle as answer } from '#services/inbox/answer-inbox-item/handler.ts'
import { chatDeletionRepository } from '#services/inbox/chat-deletion.repository.ts'
import { handle as close } from '#services/inbox/close-inbox-item/handler.ts'
import { handle as confirmDeletion } from '#services/inbox/confirm-chat-deletion/handler.ts'
import { conversations } from '#services/inbox/conversation.ts'
import { inboxChangesRepository } from '#services/inbox/inbox-changes.repository.ts'
import { inboxRepository } from '#services/inbox/inbox.repository.ts'
import { inboxRecord, waitingSince } from '#platform/table/inbox.ts'
import { handle as mark } from '#services/inbox/mark-inbox-item/handler.ts'
import { handle as reopen } from '#services/inbox/reopen-inbox-item/handler.ts'
import { handle as followUp } from '#services/tickets/ask-follow-up/handler.ts'
import { followUpRepository } from '#services/tickets/follow-up.repository.ts'
import { handle as submit } from '#services/tickets/submit-ticket/handler.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { type UserName, userNames } from '../world.ts'
import { callerOf, requestBy } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { schedules } from './schedules.ts'
import { itemsOf } from './stored.ts'

/** The state of an item that an admin saw before changing it. An earlier page shows only the first question. */
const views = ['unknown', 'first', 'latest'] as const
type View = (typeof views)[number]

/** Questions of users and senders, and what admins do with them. */
export type InboxStep =
  | { readonly do: 'ticket'; readonly user: UserName; readonly text: number }
  | { readonly do: 'follow-up'; readonly user: UserName; readonly nth: number; readonly text: number }
  /** The first sender is a user, whose account can be deleted. */
  | { readonly do: 'contact'; readonly text: number }
  | {
      readonly do: 'answer'
      readonly user: UserName
      readonly nth: number
      readonly text: number
      readonly acknowledges: boolean
      readonly saw?: View
    }
  | {
      readonly do: 'close'
      readonly user: UserName
      readonly nth: number
      readonly reason: (typeof closeReasons)[number]
      readonly saw?: View
    }
  | {
      readonly do: 'mark'
      readonly user: UserName
      readonly nth: number
      readonly kind: (typeof inboxKinds)[number]
      readonly acknowledged: boolean
      readonly saw?: View
    }
  | { readonly do: 'reopen'; readonly user: UserName; readonly nth: number; readonly saw?: View }
  | { readonly do: 'confirm-chat-deletion'; readonly user: UserName }

const user = fc.constantFrom(...userNames)
const few = fc.nat(2)
const saw = fc.constantFrom(...views)
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

export const inboxStep: fc.Arbitrary<InboxStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...of('ticket'), user, text: few }) },
  { weight: 2, arbitrary: fc.record({ ...of('contact'), text: few }) },
  { weight: 1, arbitrary: fc.record({ ...of('follow-up'), user, nth: few, text: few }) },
  {
    weight: 4,
    arbitrary: fc.record({ ...of('answer'), user, nth: few, text: few, acknowledges: fc.boolean(), saw }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('close'), user, nth: few, reason: fc.constantFrom(...closeReasons), saw }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...of('mark'),
      user,
      nth: few,
      kind: fc.constantFrom(...inboxKinds),
      acknowledged: fc.boolean(),
      saw,
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('reopen'), user, nth: few, saw }) },
  { weight: 1, arbitrary: fc.record({ ...of('confirm-chat-deletion'), user }) },
)

type StepOf<Kind extends InboxStep['do']> = Extract<InboxStep, { do: Kind }>

const ask = async (chaos: ChaosWorld, { user, text }: StepOf<'ticket'>): Promise<void> => {
  const { table, deps } = chaos.billing
  const message = `How do I register a deposit? (${text})`
  const body = { topic: 'Deposits', country: 'england', message }
  const request = await requestBy(chaos, user)
  const reply = await callInMemory(
    submitTicket,
    submit,
    { ...request, body },
    { tickets: ticketRepository(table), siteUrl: deps.siteUrl },
  )
  if ('id' in reply.body)
    chaos.expected.tickets.push({ account: request.caller.userId, id: reply.body.id, at: request.now })
}

const askAgain = async (chaos: ChaosWorld, { user, nth, text }: StepOf<'follow-up'>): Promise<void> => {
  const { table, accounts, clock } = chaos.billing
  const tickets = ticketRepository(table)
  const list = async () =>
    (await tickets.listPage(accounts[user], undefined, clock.now())).tickets.filter(
      ({ messages }) => messages.length > 0,
    )
  if ((await list()).length === 0)
    await changeItem(chaos, { do: 'answer', user, nth, text, acknowledges: false })
  const answered = await list()
  const id = answered[nth % Math.max(1, answered.length)]?.id
  if (id === undefined) return
  const body = { id, message: `And where do I find the number? (${text})` }
  const deps = { tickets, followUps: followUpRepository(table) }
  await callInMemory(askFollowUp, followUp, { ...(await requestBy(chaos, user)), body }, deps)
}

const sendMessage = async (chaos: ChaosWorld, text: number): Promise<void> => {
  const { billing, expected } = chaos
  const email = text === 0 ? (await callerOf(chaos, 'ana')).profile.email : `sender-${text}@users.example`
  const message = `A question about letting a flat, number ${text}`
  const body = { name: 'Sample Sender', email, subject: 'Question', message }
  const deps = { messages: contactRepository(billing.table) }
  const at = billing.clock.now()
  const { status } = await callInMemory(submitContact, contact, { body, now: at }, deps)
  if (status === 200) expected.messages.push({ email, message, at, wasTogether: chaos.isTogether() })
}

const inboxDependencies = ({ billing: { table, deps } }: ChaosWorld) => ({
  inbox: inboxRepository(table),
  conversations: conversations(table),
  changes: inboxChangesRepository(table),
  siteUrl: deps.siteUrl,
})

/** Changes one of the items of the inbox, as an admin does. Asks a question first if there is none. */
const changeItem = async (
  chaos: ChaosWorld,
  step: StepOf<'answer' | 'close' | 'mark' | 'reopen'>,
): Promise<void> => {
  if (itemsOf(chaos, 'inbox_item').length === 0) await ask(chaos, { do: 'ticket', user: step.user, text: 0 })
  const items = itemsOf(chaos, 'inbox_item').map((item) => inboxRecord.parse(toValues(item)))
  const item = items[step.nth % Math.max(1, items.length)]
  if (item === undefined) return
  const { id } = item
  const seen = { unknown: undefined, first: item.received_at, latest: waitingSince(item) }[
    step.saw ?? 'unknown'
  ]
  const deps = inboxDependencies(chaos)
  const request = await requestBy(chaos, step.user)
  if (step.do === 'answer') {
    const body = { id, text: `Within 30 days. (${step.text})`, acknowledges: step.acknowledges, seen }
    const { status } = await callInMemory(contract.answerInboxItem, answer, { ...request, body }, deps)
    if (status === 200) chaos.expected.replies.push(body)
  } else if (step.do === 'close') {
    const body = { id, reason: step.reason, seen }
    await callInMemory(contract.closeInboxItem, close, { ...request, body }, deps)
  } else if (step.do === 'mark') {
    const body = { id, kind: step.kind, acknowledged: step.acknowledged, seen }
    await callInMemory(contract.markInboxItem, mark, { ...request, body }, deps)
  } else await callInMemory(contract.reopenInboxItem, reopen, { ...request, body: { id, seen } }, deps)
}

/** Confirms the deletion of old chats that the inbox asks for. */
const confirmChats = async (chaos: ChaosWorld, user: UserName): Promise<void> => {
  const chatDeletions = chatDeletionRepository(chaos.billing.table)
  if ((await chatDeletions.find()) === undefined) await schedules['send-inbox-reminders'](chaos)
  const cutoff = (await chatDeletions.find())?.cutoff ?? '2025-03-01'
  const request = { ...(await requestBy(chaos, user)), body: { cutoff } }
  await callInMemory(contract.confirmChatDeletion, confirmDeletion, request, { chatDeletions })
}

export const runInboxStep = async (chaos: ChaosWorld, step: InboxStep): Promise<void> => {
  if (step.do === 'ticket') return ask(chaos, step)
  if (step.do === 'follow-up') return askAgain(chaos, step)
  if (step.do === 'contact') return sendMessage(chaos, step.text)
  if (step.do === 'confirm-chat-deletion') return confirmChats(chaos, step.user)
  return changeItem(chaos, step)
}
