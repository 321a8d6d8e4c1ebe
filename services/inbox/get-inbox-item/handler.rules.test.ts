import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { getInboxItem } from '#shared/contract/inbox.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { anInbox, contactMessage, itemsOf, now } from '#test/kit/in-memory/inbox.ts'

describe('get-inbox-item', () => {
  test("shows a member's plan and earlier tickets", async () => {
    const { world, submit, get: getItem } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const earlier = await submit(member, 'Deposit', new Date('2027-02-01T10:00:00Z'))
    expect(await getItem(await submit(member))).toMatchObject({
      body: {
        question: 'Who pays for the check?',
        country: 'wales',
        sender: {
          email: member.profile.email,
          verified: true,
          userId: member.userId,
          plan: 'monthly',
          passMinutesLeft: null,
          earlierTickets: [{ topic: 'Deposit', inboxId: earlier }],
        },
      },
    })
  })

  test('returns the newest earlier tickets, and the older ones on request', async () => {
    const { world, contact, submit, list: listItems, get: getItem } = await anInbox()
    const member = await world.account({ email: contactMessage.email })
    const topics = Array.from({ length: 60 }, (_, index) => `Topic ${index}`)
    for (const [index, topic] of topics.entries())
      await submit(member, topic, new Date(now.getTime() - 60_000 + index))
    const id = await submit(member)
    await submit(member, 'A later ticket', new Date(now.getTime() + 1))
    await contact.receive(contactMessage, new Date(now.getTime() - 120_000))
    const [message] = itemsOf(await listItems())
    const topicsOf = async (item: string, after?: string) => {
      const { sender } = getInboxItem.ok.parse((await getItem(item, now, after)).body)
      return { topics: sender.earlierTickets.map(({ topic }) => topic), next: sender.ticketsNext }
    }
    const first = await topicsOf(id)
    expect(first.topics).toEqual(topics.slice(10).toReversed())
    expect(await topicsOf(id, first.next)).toEqual({
      topics: topics.slice(0, 10).toReversed(),
      next: undefined,
    })
    // The address of a contact message is not verified: all tickets of the account with it are listed.
    const ofMessage = await topicsOf(message?.id ?? '')
    expect(ofMessage.topics.slice(0, 3)).toEqual(['A later ticket', 'Gas safety', 'Topic 59'])
    expect((await topicsOf(message?.id ?? '', ofMessage.next)).topics.at(-1)).toBe('Topic 0')
  })

  test('returns the time of the first question, also after a follow-up question', async () => {
    const { world, submit, answer: reply, followUp, get: getItem } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const id = await submit(member)
    await reply({ id, text: 'The landlord pays.' })
    const later = new Date('2027-03-02T10:00:00Z')
    await followUp(member, '2027-03-03', later)
    expect(await getItem(id)).toMatchObject({
      body: { receivedAt: now.toISOString(), askedAt: later.toISOString() },
    })
  })

  test('shows the account with the address of a contact message as unverified', async () => {
    const { world, contact, submit, list: listItems, get: getItem } = await anInbox()
    const earlier = await submit(await world.account({ plan: 'annual', email: contactMessage.email }))
    await contact.receive(contactMessage, now)
    const item = itemsOf(await listItems()).find(({ source }) => source === 'contact')
    expect(await getItem(item?.id ?? '')).toMatchObject({
      body: {
        plan: null,
        country: null,
        sender: { verified: false, userId: null, plan: 'annual', earlierTickets: [{ inboxId: earlier }] },
      },
    })
  })

  test.each([
    ['bounce', 'NoEmail'],
    ['complaint', 'abuse'],
  ] as const)('returns why emails to the sender are stopped: %s', async (reason, detail) => {
    const { world, contact, submit, list: listItems, get: getItem } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    await submit(member)
    await contact.receive(contactMessage, now)
    const problems = emailProblemRepository(world.table)
    const stop = { reason, detail, at: '2027-02-28T10:00:00.000Z' }
    const stops = async () => {
      const items = await Promise.all(itemsOf(await listItems()).map(({ id }) => getItem(id)))
      return items.map(({ body }) => getInboxItem.ok.parse(body).sender.emailsStopped)
    }
    expect(await stops()).toEqual([null, null])
    for (const email of [member.profile.email, contactMessage.email])
      await problems.record({ email, ...stop })
    expect(await stops()).toEqual([stop, stop])
  })
})
