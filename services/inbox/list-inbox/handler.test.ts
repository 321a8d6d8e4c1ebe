import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type InboxItem, listInbox } from '#shared/contract/inbox.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('list-inbox', () => {
  test('lists a new ticket on one of its pages', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const topic = `Deposit ${randomUUID()}`
    await callOk(submitTicket, {
      as,
      body: { topic, country: 'england', message: 'Who decides about the carpet?' },
    })
    const listed: InboxItem[] = []
    let after: string | null | undefined
    do {
      const page = await callOk(listInbox, { as: admin, body: after ? { after } : {} })
      listed.push(...page.items)
      after = page.next
    } while (after !== null)
    expect(listed.filter((item) => item.topic === topic)).toMatchObject([
      { source: 'ticket', plan: 'monthly', state: 'open' },
    ])
  })
})
