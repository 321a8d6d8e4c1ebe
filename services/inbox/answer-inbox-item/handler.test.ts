import { describe, expect, test } from 'vitest'
import { answerInboxItem } from '#shared/contract/inbox.ts'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'

const aTicket = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const

describe('answer-inbox-item', () => {
  test('emails the reply with the question quoted and shows it to the member', async () => {
    const [admin, as] = [await given.admin(), await given.monthlyMember()]
    const { id } = await callOk(submitTicket, { as, body: aTicket })
    const body = { id: inboxIdOfTicket(as.userId, id), text: 'The scheme decides.\nWrite to it first.' }
    expect(await callOk(answerInboxItem, { as: admin, body })).toMatchObject({ state: 'answered' })
    const email = await poll('the reply', async () =>
      (await inbox.for(as.email)).find(({ subject }) => subject === 'Our reply to your question: Deposit'),
    )
    expect(email.text).toContain('The scheme decides.')
    expect(email.text).toContain('> Who decides about the carpet?')
    expect(email.text).toContain('/profile#tickets')
    expect((await callOk(listTickets, { as })).data).toMatchObject([
      { messages: [{ from: 'adviser', text: body.text }] },
    ])
  })
})
