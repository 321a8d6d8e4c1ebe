import { describe, expect, test } from 'vitest'
import { submitContact } from '#shared/contract/contact.ts'
import { getInboxItem, type InboxItem, listInbox } from '#shared/contract/inbox.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const

describe('get-inbox-item', () => {
  test('returns the question, the address and the plan of a member', async () => {
    const [admin, as] = [await given.admin(), await given.annualMember()]
    const { id } = await callOk(submitTicket, { as, body: aTicket })
    const body = { id: inboxIdOfTicket(as.userId, id) }
    expect(await callOk(getInboxItem, { as: admin, body })).toMatchObject({
      question: aTicket.message,
      country: 'england',
      messages: [],
      sender: { email: as.email, verified: true, userId: as.userId, plan: 'annual' },
    })
  })

  test('returns a contact message with the known facts about its address', async () => {
    const [admin, owner] = [await given.admin(), await given.monthlyMember()]
    const body = {
      name: 'Idris Fenwright',
      email: owner.email,
      subject: 'An invoice',
      message: 'Send it again.',
    }
    await callOk(submitContact, { body })
    let items: InboxItem[] = []
    let after: string | null | undefined
    do {
      const page = await callOk(listInbox, { as: admin, body: after ? { after } : {} })
      items = [...items, ...page.items.filter(({ topic }) => topic === 'An invoice')]
      after = page.next
    } while (after !== null)
    expect(await callOk(getInboxItem, { as: admin, body: { id: items[0]?.id ?? '' } })).toMatchObject({
      question: 'Send it again.',
      sender: { email: owner.email, verified: false, userId: null, plan: 'monthly' },
    })
  })
})
