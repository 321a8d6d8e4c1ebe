import { afterEach, describe, expect, test } from 'vitest'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { keepTicketSeconds } from '#shared/values/limits.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { pool } from '#test/kit/pool.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const aTicket = (topic: string) => ({
  topic,
  country: 'england' as const,
  message: 'What are my duties here?',
})
const topicsOf = async (as: { accessToken: string }) =>
  (await callOk(listTickets, { as })).data.map(({ topic }) => topic)

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
    })
    expect(await callOk(listTickets, { as })).toEqual({ data })
  })

  test('returns an empty list for a user without tickets', async () => {
    expect(await topicsOf(await given.user())).toEqual([])
  })

  test("does not return another member's tickets, whatever the body contains", async () => {
    const [as, other] = [await given.monthlyMember(), await given.monthlyMember()]
    await callOk(submitTicket, { as: other, body: aTicket('Gas safety') })
    expect(await callOk(listTickets, { as, body: { user_id: other.userId } })).toEqual({ data: [] })
  })

  test('leaves out a ticket after twelve months, even if it is still stored', async () => {
    const past = new Date((await clock.now()).getTime() - keepTicketSeconds * 1000 - 60_000)
    // An admin, because a subscription would have to be renewed for a year.
    const as = await clock.at(past.toISOString(), async () => {
      const admin = await given.admin()
      await callOk(submitTicket, { as: admin, body: aTicket('Gas safety') })
      return admin
    })
    const signedInAgain = await pool.signIn(as.email, as.password)
    expect(await topicsOf(signedInAgain)).toEqual([])
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(listTickets, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(listTickets)).toMatchObject(unauthorized)
  })
})
