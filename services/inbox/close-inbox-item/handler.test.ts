import { describe, expect, test } from 'vitest'
import { closeInboxItem } from '#shared/contract/inbox.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const

describe('close-inbox-item', () => {
  test('records that a ticket was answered elsewhere', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const { id } = await callOk(submitTicket, { as, body: aTicket })
    const item = { id: inboxIdOfTicket(as.userId, id), reason: 'answered-elsewhere' } as const
    expect(await callOk(closeInboxItem, { as: admin, body: item })).toMatchObject({ state: 'answered' })
  })
})
