import { describe, expect, test } from 'vitest'
import { answerInboxItem } from '#shared/contract/inbox.ts'
import { askFollowUp, submitTicket } from '#shared/contract/tickets.ts'
import { brand } from '#shared/values/brand.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const
const message = 'And who pays for it?'

describe('ask-follow-up', () => {
  test('emails the advisers a follow-up question to an answered ticket', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const { id } = await callOk(submitTicket, { as, body: aTicket })
    const reply = { id: inboxIdOfTicket(as.userId, id), text: 'The scheme decides.' }
    await callOk(answerInboxItem, { as: admin, body: reply })
    await callOk(askFollowUp, { as, body: { id, message } })
    const email = await poll('email to the advisers', async () =>
      (await inbox.for(brand.supportEmail)).find(({ subject }) =>
        subject.startsWith(`Follow-up to ticket ${id}`),
      ),
    )
    expect(email).toMatchObject({ replyTo: as.email, text: expect.stringContaining(`> ${message}`) })
  })
})
