import { expect } from 'vitest'
import { retainedUntil } from '#shared/rules/retention.ts'
import { brand } from '#shared/values/brand.ts'
import { inboxIdOfTicket, inboxRecord } from '#platform/table/inbox.ts'
import { conversations } from '#services/inbox/conversation.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { listDeleted } from './deleted-accounts.ts'
import { itemsOf } from './stored.ts'

/** Returns whether the nightly deletion still keeps a ticket or message of this time. */
const isKept = ({ billing }: ChaosWorld, kind: 'ticket' | 'contact', at: Date): boolean =>
  retainedUntil(kind, at) > billing.clock.now().toISOString()

/** Lists the numbers of all tickets of an account. */
const ticketIdsOf = async ({ billing }: ChaosWorld, account: string): Promise<string[]> => {
  const repository = ticketRepository(billing.table)
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await repository.listPage(account, after, billing.clock.now())
    ids.push(...page.tickets.map(({ id }) => id))
    after = page.next
  } while (after !== undefined)
  return ids
}

/** Every ticket has its text, its item in the inbox and both emails; none is there twice. */
const expectTicketsKept = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, expected } = chaos
  for (const account of new Set(Object.values(billing.accounts))) {
    const ids = await ticketIdsOf(chaos, account)
    expect(new Set(ids).size, `tickets of ${account}`).toBe(ids.length)
    if ((await billing.deps.customers.find(account)) === undefined) continue
    for (const ticket of expected.tickets)
      if (ticket.account === account && isKept(chaos, 'ticket', ticket.at)) expect(ids).toContain(ticket.id)
    for (const id of ids)
      for (const cause of [`ticket:${account}:${id}`, `ticket-receipt:${account}:${id}`])
        expect(chaos.emails.has(cause), cause).toBe(true)
  }
}

/** Every message is stored once a day at most, with its item in the inbox and an email to us. */
const expectMessagesKept = async (chaos: ChaosWorld): Promise<void> => {
  const deleted = (await listDeleted(chaos.billing)).flatMap(({ emails }) => emails)
  const stored = itemsOf(chaos, 'contact')
  for (const { email, message, at } of chaos.expected.messages)
    if (isKept(chaos, 'contact', at) && !deleted.includes(email))
      expect(
        stored.filter((item) => item['message']?.['S'] === message && item['email']?.['S'] === email),
      ).not.toEqual([])
  const sentOn = stored.map((item) =>
    JSON.stringify([item['email'], item['message'], String(item['received_at']?.['S']).slice(0, 10)]),
  )
  expect(sentOn, 'messages by sender, text and day').toEqual([...new Set(sentOn)])
  const toUs = [...chaos.emails].filter(([cause, { to, at }]) => {
    const content = chaos.billing.sentEmails.get(cause)
    const isFromDeleted = content?.template === 'contact-message' && deleted.includes(content.email)
    return (
      cause.startsWith('contact:') &&
      to === brand.supportEmail &&
      isKept(chaos, 'contact', at) &&
      !isFromDeleted
    )
  })
  const ofOthers = stored.filter((item) => !deleted.includes(String(item['email']?.['S'])))
  expect(toUs).toHaveLength(ofOthers.length)
}

const userIdIn = (pk: Readonly<Record<string, unknown>> | undefined): string =>
  String(pk?.['S']).slice('user#'.length)

/** Every item of the inbox has its question, every question its item, and every reply belongs to a question. */
const expectNoOrphans = (chaos: ChaosWorld): void => {
  const [tickets, messages] = [itemsOf(chaos, 'ticket'), itemsOf(chaos, 'contact')]
  const ids = [
    ...tickets.map(({ pk, id }) => inboxIdOfTicket(userIdIn(pk), String(id?.['S']))),
    ...messages.map(({ pk }) => String(pk?.['S']).slice('contact#'.length)),
  ]
  const listed = itemsOf(chaos, 'inbox_item').map(({ id }) => String(id?.['S']))
  expect(listed.toSorted(), 'items of the inbox').toEqual(ids.toSorted())
  const numbers = tickets.map(({ pk, id }) => JSON.stringify([pk, id]))
  for (const { pk, reference } of itemsOf(chaos, 'ticket_message'))
    expect(numbers, 'ticket of a message').toContain(JSON.stringify([pk, reference]))
  for (const { pk } of itemsOf(chaos, 'contact_reply'))
    expect(
      messages.map((message) => message['pk']),
      'message of a reply',
    ).toContainEqual(pk)
}

/** Every accepted reply is stored, each reply and follow-up question has one email, and the state matches them. */
const expectRepliesKept = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, expected, emails } = chaos
  const read = conversations(billing.table)
  for (const item of itemsOf(chaos, 'inbox_item')) {
    const record = inboxRecord.parse(toValues(item))
    const messages = (await read.find(record, billing.clock.now()))?.messages ?? []
    const replies = messages.filter(({ from, text }) => from === 'adviser' && text !== null)
    const causes = [...emails.keys()]
    const sent = causes.filter((cause) => cause.startsWith(`inbox-reply:${record.id}:`))
    expect(sent, `emails with replies to ${record.id}`).toHaveLength(replies.length)
    const followUps = causes.filter((cause) =>
      cause.startsWith(`ticket-follow-up:${record.user_id}:${record.reference}:`),
    )
    expect(
      messages.filter(({ from }) => from === 'member'),
      'follow-up questions',
    ).toHaveLength(followUps.length)
    for (const { id, text } of expected.replies)
      if (id === record.id) expect(replies.map((reply) => reply.text)).toContain(text)
    expect(item['gsi1pk']?.['S'], 'list of the item').toBe(`inbox#${record.state}`)
    if (record.state === 'answered')
      expect(messages.some(({ from, acknowledges }) => from === 'adviser' && !acknowledges)).toBe(true)
  }
}

/** Holds for tickets, messages and the inbox once nothing fails any more. */
export const expectInboxKept = async (chaos: ChaosWorld): Promise<void> => {
  await expectTicketsKept(chaos)
  await expectMessagesKept(chaos)
  expectNoOrphans(chaos)
  await expectRepliesKept(chaos)
}
