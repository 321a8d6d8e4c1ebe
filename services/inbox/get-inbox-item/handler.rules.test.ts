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
