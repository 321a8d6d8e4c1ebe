import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inboxWrite } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { anInbox, contactMessage, itemsOf, now, topicsOf } from '#test/kit/in-memory/inbox.ts'

const unknownId = '0'.repeat(64)

describe('list-inbox', () => {
  test('lists tickets with the plan of the member, and contact messages without a plan', async () => {
    const { world, submit, contact, list: listItems } = await anInbox()
    await submit(await world.account({ plan: 'annual' }))
    await contact.receive(contactMessage, new Date(now.getTime() + 1000))
    expect(await listItems({ state: 'closed' })).toEqual({
      status: 200,
      body: { items: [], next: null, previous: null, chatDeletion: null },
    })
    const reply = await listItems()
    expect(reply).toMatchObject({ body: { next: null } })
    expect(itemsOf(reply)).toMatchObject([
      { source: 'ticket', topic: 'Gas safety', plan: 'annual', kind: 'question', dueOn: '2027-03-02' },
      { source: 'contact', topic: 'An old invoice', name: 'Idris Fenwright', plan: null, state: 'open' },
    ])
  })

  test('lists open items by due day, late ones first, and no answered item as late', async () => {
    const { world, submit, list: listItems, answer: reply } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    await submit(member, 'Newer', new Date('2027-03-01T09:00:00Z'))
    const id = await submit(member, 'Late', new Date('2027-02-25T09:00:00Z'))
    const late = async (state: string) =>
      itemsOf(await listItems({ state })).map((item) => [item.topic, item.late])
    expect(await late('open')).toEqual([
      ['Late', true],
      ['Newer', false],
    ])
    await reply({ id, text: 'The landlord pays.' })
    expect(await late('answered')).toEqual([['Late', false]])
  })

  test('reads a page of 5,000 open items with two requests, and continues on the next page', async () => {
    const { world, inbox } = await anInbox()
    for (let i = 0; i < 5000; i += 100)
      await world.table.transact(
        ...Array.from({ length: 100 }, (_, j) =>
          inboxWrite(
            { id: String(i + j).padStart(64, '0'), user_id: `u${j}`, reference: 'A', name: 'N', topic: 'T' },
            new Date(now.getTime() + i * 60_000),
          ),
        ),
      )
    let requests = 0
    world.database.onRequest = () => (requests += 1)
    const first = await inbox.page('open', {}, now)
    expect([first.items.length, requests]).toEqual([25, 2])
    const second = await inbox.page('open', { after: first.next ?? '' }, now)
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(50)
  })
})

describe('pages of the inbox', () => {
  const withTickets = async (count: number) => {
    const { world, inbox, close, list: listItems } = await anInbox()
    const idOf = (i: number) => String(i).padStart(64, '0')
    for (let i = 0; i < count; i += 1)
      await world.table.transact(
        inboxWrite(
          { id: idOf(i), user_id: 'u', reference: 'A', name: 'N', topic: `Topic ${i}` },
          new Date(now.getTime() + i * 60_000),
        ),
      )
    return { inbox, listItems, closeItem: (i: number) => close({ id: idOf(i), reason: 'no-reply-needed' }) }
  }
  type Page = Awaited<ReturnType<Awaited<ReturnType<typeof withTickets>>['inbox']['page']>>
  const range = ({ items }: Page) => [items[0]?.topic, items.at(-1)?.topic]

  test('lead forwards to the last and backwards to the first, with the same items', async () => {
    const { inbox } = await withTickets(60)
    const first = await inbox.page('open', {}, now)
    const second = await inbox.page('open', { after: first.next ?? '' }, now)
    const third = await inbox.page('open', { after: second.next ?? '' }, now)
    expect([first, second, third].map(range)).toEqual([
      ['Topic 0', 'Topic 24'],
      ['Topic 25', 'Topic 49'],
      ['Topic 50', 'Topic 59'],
    ])
    expect([first.previous, third.next]).toEqual([null, null])
    const back = await inbox.page('open', { before: third.previous ?? '' }, now)
    expect(back).toEqual(second)
    expect(await inbox.page('open', { before: back.previous ?? '' }, now)).toEqual(first)
  })

  test('offer no next page after a full last one', async () => {
    const { inbox } = await withTickets(25)
    expect(await inbox.page('open', {}, now)).toMatchObject({ next: null, items: { length: 25 } })
  })

  test('lead back among items that are listed newest first too', async () => {
    const { inbox, closeItem } = await withTickets(30)
    for (let i = 0; i < 30; i += 1) await closeItem(i)
    const first = await inbox.page('closed', {}, now)
    const second = await inbox.page('closed', { after: first.next ?? '' }, now)
    expect([first.items.length, second.items.length]).toEqual([25, 5])
    expect(await inbox.page('closed', { before: second.previous ?? '' }, now)).toEqual(first)
  })

  test('show a full first page where items before it have been handled in the meantime', async () => {
    const { inbox, closeItem } = await withTickets(60)
    const first = await inbox.page('open', {}, now)
    const second = await inbox.page('open', { after: first.next ?? '' }, now)
    await closeItem(3)
    const back = await inbox.page('open', { before: second.previous ?? '' }, now)
    expect(range(back)).toEqual(['Topic 0', 'Topic 25'])
    expect(back.previous).toBeNull()
  })

  test('show the way back where all items of a page have been handled in the meantime', async () => {
    const { inbox, listItems, closeItem } = await withTickets(27)
    const first = await inbox.page('open', {}, now)
    for (const i of [25, 26]) await closeItem(i)
    const { body } = await listItems({ after: first.next })
    expect(body).toMatchObject({ items: [], next: null, previous: first.next })
  })
})

describe('answer-inbox-item', () => {
  test('sends a response with the words of the acknowledgement', async () => {
    const { world, submit, mark, answer: reply, replies } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    await mark({ id, kind: 'complaint' })
    const text = 'We are looking into it.'
    expect(await reply({ id, text, acknowledges: true })).toMatchObject({ status: 200 })
    expect(await reply({ id, text })).toMatchObject({ status: 200 })
    expect(replies()).toHaveLength(2)
  })

  test('stores the reply with the ticket, emails it once with the question, and records the action', async () => {
    const { world, submit, tickets, answer: reply, list: listItems, replies, audited } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const id = await submit(member)
    const body = { id, text: 'The landlord pays.' }
    const first = await reply(body)
    expect(first).toMatchObject({ status: 200, body: { state: 'answered' } })
    expect(await reply(body, new Date(now.getTime() + 5000))).toEqual(first)
    expect(replies()).toMatchObject([
      {
        to: { S: member.profile.email },
        content: { M: { question: { S: 'Who pays for the check?' }, reply: { S: 'The landlord pays.' } } },
      },
    ])
    expect((await tickets.listPage(member.userId, undefined, now)).tickets).toMatchObject([
      {
        messages: [{ from: 'adviser', text: 'The landlord pays.' }],
        followUpUntil: '2027-03-15T10:00:00.000Z',
      },
    ])
    expect(topicsOf(await listItems())).toEqual([])
    expect(topicsOf(await listItems({ state: 'answered' }))).toEqual(['Gas safety'])
    expect(audited()).toEqual(['inbox-answered'])
  })

  test('rejects a second, different reply to the same question', async () => {
    const { world, submit, answer: reply, replies } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    await reply({ id, text: 'The landlord pays.' })
    expect(await reply({ id, text: 'The tenant pays.' })).toMatchObject({
      body: { error: { code: 'already_answered' } },
    })
    expect(replies()).toHaveLength(1)
  })

  test('answers an item that was closed or marked as answered elsewhere by mistake', async () => {
    const { world, submit, answer: reply, close: closeItem } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    await closeItem({ id, reason: 'no-reply-needed' })
    await closeItem({ id, reason: 'answered-elsewhere' })
    expect(await reply({ id, text: 'The landlord pays.' })).toMatchObject({ body: { state: 'answered' } })
  })

  test('acknowledges a complaint, which stays open for 14 working days', async () => {
    const { contact, list: listItems, mark: markItem, answer: reply, audited, replies } = await anInbox()
    await contact.receive(contactMessage, now)
    const [item] = itemsOf(await listItems())
    const id = item?.id ?? ''
    expect(await reply({ id, text: 'We have it.', acknowledges: true })).toMatchObject({
      body: { error: { code: 'not_a_complaint' } },
    })
    expect(await markItem({ id, kind: 'complaint' })).toMatchObject({ body: { dueOn: '2027-03-04' } })
    expect(await reply({ id, text: 'We have it.', acknowledges: true })).toMatchObject({
      body: { state: 'open', dueOn: '2027-03-19', acknowledgedAt: now.toISOString() },
    })
    expect(await reply({ id, text: 'Here is our answer.' })).toMatchObject({ body: { state: 'answered' } })
    expect(audited().toSorted()).toEqual(['inbox-acknowledged', 'inbox-answered', 'inbox-marked'])
    const email = { content: { M: { kind: { S: 'complaint' } } } }
    expect(replies()).toMatchObject([email, email])
  })

  test('returns not found once the contact message is deleted', async () => {
    const { contact, list: listItems, answer: reply, auditedItems, world } = await anInbox()
    await contact.receive(contactMessage, now)
    const [item] = itemsOf(await listItems())
    const id = item?.id ?? ''
    await reply({ id, text: 'Here it is.' })
    expect(auditedItems()).toEqual([`message ${item?.reference}`])
    await contact.deleteFrom({ email: contactMessage.email })
    expect(await reply({ id, text: 'And again.' })).toMatchObject({ status: 404 })
    expect(await world.table.list(keys.contactMessage(id).pk, '')).toEqual([])
    expect(itemsOf(await listItems({ state: 'answered' }))).toEqual([])
  })
})

describe('close-inbox-item', () => {
  test('records a reply that was sent elsewhere, which the member sees, when sent twice', async () => {
    const { world, submit, tickets, close: closeItem, audited, replies } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const body = { id: await submit(member), reason: 'answered-elsewhere' }
    for (let i = 0; i < 2; i += 1)
      expect(await closeItem(body)).toMatchObject({ body: { state: 'answered' } })
    expect((await tickets.listPage(member.userId, undefined, now)).tickets).toMatchObject([
      { messages: [{ from: 'adviser', text: null }] },
    ])
    expect(audited()).toEqual(['inbox-answered-elsewhere'])
    expect(replies()).toEqual([])
  })

  test('closes an item that needs no reply, and rejects this reason for an answered item', async () => {
    const { world, submit, answer: reply, close: closeItem, audited } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const [spam, question] = [await submit(member, 'Spam'), await submit(member, 'Question')]
    for (let i = 0; i < 2; i += 1)
      expect(await closeItem({ id: spam, reason: 'no-reply-needed' })).toMatchObject({
        body: { state: 'closed' },
      })
    expect(audited()).toEqual(['inbox-closed'])
    await reply({ id: question, text: 'The landlord pays.' })
    expect(await closeItem({ id: question, reason: 'no-reply-needed' })).toMatchObject({
      body: { error: { code: 'already_answered' } },
    })
  })

  test('returns not found for an unknown item', async () => {
    const { close: closeItem, mark: markItem, answer: reply, get: getItem } = await anInbox()
    expect(await getItem(unknownId)).toMatchObject({ status: 404 })
    expect(await closeItem({ id: unknownId, reason: 'no-reply-needed' })).toMatchObject({ status: 404 })
    expect(await markItem({ id: unknownId, kind: 'complaint' })).toMatchObject({ status: 404 })
    expect(await reply({ id: unknownId, text: 'Hello.' })).toMatchObject({ status: 404 })
  })
})

describe('mark-inbox-item', () => {
  test('sets the kind and the due day, once when sent twice', async () => {
    const { world, submit, mark: markItem, list: listItems, audited } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    for (let i = 0; i < 2; i += 1)
      expect(await markItem({ id, kind: 'data-protection' })).toMatchObject({ body: { dueOn: '2027-03-29' } })
    expect(itemsOf(await listItems())).toMatchObject([{ kind: 'data-protection', dueOn: '2027-03-29' }])
    expect(audited()).toEqual(['inbox-marked'])
  })

  test('records an acknowledgement that was sent elsewhere, for complaints only', async () => {
    const { world, submit, mark: markItem } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    expect(await markItem({ id, kind: 'complaint', acknowledged: true })).toMatchObject({
      body: { dueOn: '2027-03-19', acknowledgedAt: now.toISOString() },
    })
    expect(await markItem({ id, kind: 'question', acknowledged: true })).toMatchObject({
      body: { error: { code: 'not_a_complaint' } },
    })
    expect(await markItem({ id, kind: 'question' })).toMatchObject({
      body: { dueOn: '2027-03-02', acknowledgedAt: null },
    })
  })

  test('keeps an answered item answered', async () => {
    const { world, submit, mark: markItem, answer: reply, list: listItems } = await anInbox()
    const id = await submit(await world.account({ plan: 'monthly' }))
    await reply({ id, text: 'The landlord pays.' })
    expect(await markItem({ id, kind: 'complaint' })).toMatchObject({ body: { state: 'answered' } })
    expect(itemsOf(await listItems())).toEqual([])
  })
})
