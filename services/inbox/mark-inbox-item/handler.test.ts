import { describe, expect, test } from 'vitest'
import { markInboxItem } from '#shared/contract/inbox.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const

describe('mark-inbox-item', () => {
  test('marks a ticket as a complaint', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const { id } = await callOk(submitTicket, { as, body: aTicket })
    const item = { id: inboxIdOfTicket(as.userId, id), kind: 'complaint' } as const
    expect(await callOk(markInboxItem, { as: admin, body: item })).toMatchObject({ kind: 'complaint' })
  })
})
