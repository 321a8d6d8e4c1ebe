import { describe, expect, test } from 'vitest'
import { closeInboxItem, reopenInboxItem } from '#shared/contract/inbox.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const

describe('reopen-inbox-item', () => {
  test('opens a closed ticket again', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const id = inboxIdOfTicket(as.userId, (await callOk(submitTicket, { as, body: aTicket })).id)
    await callOk(closeInboxItem, { as: admin, body: { id, reason: 'no-reply-needed' } })
    expect(await callOk(reopenInboxItem, { as: admin, body: { id } })).toMatchObject({ state: 'open' })
  })
})
