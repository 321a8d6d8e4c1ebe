import { describe, expect, test } from 'vitest'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

const aTicket = (topic: string) => ({
  topic,
  country: 'england' as const,
  message: 'What are my duties here?',
})

describe('list-tickets', () => {
  test('lists the tickets of the caller, newest first, the same at every call', async () => {
    const as = await given.monthlyMember()
    const submitted = await callOk(submitTicket, { as, body: aTicket('Gas safety') })
    await callOk(submitTicket, { as, body: aTicket('Right to rent') })
    const { data } = await callOk(listTickets, { as })
    expect(data.map(({ topic }) => topic)).toEqual(['Right to rent', 'Gas safety'])
    expect(data[1]).toEqual({
      ...submitted,
      ...aTicket('Gas safety'),
      createdAt: expect.stringMatching(/Z$/),
      messages: [],
      state: 'open',
      kind: 'question',
      followUpUntil: null,
    })
    expect(await callOk(listTickets, { as })).toEqual({ data })
  })
})
