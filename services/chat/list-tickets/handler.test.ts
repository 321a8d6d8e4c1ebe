import { afterEach, expect, test } from 'vitest'
import { listTickets, submitTicket } from '../../../shared/contract/chat.ts'
import { keepTicketSeconds } from '../../../shared/values/limits.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { pool } from '../../../test/kit/pool.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

const ask = (topic: string) => ({ topic, country: 'england' as const, message: 'What are my duties here?' })
const topicsOf = async (as: { accessToken: string }) =>
  (await callOk(listTickets, { as })).data.map(({ topic }) => topic)

test('lists the tickets of the caller, newest first, the same each time', async () => {
  const as = await given.monthlyMember()
  const asked = await callOk(submitTicket, { as, body: ask('Gas safety') })
  await callOk(submitTicket, { as, body: ask('Right to rent') })
  const { data } = await callOk(listTickets, { as })
  expect(data.map(({ topic }) => topic)).toEqual(['Right to rent', 'Gas safety'])
  expect(data[1]).toEqual({ ...asked, ...ask('Gas safety'), createdAt: expect.stringMatching(/Z$/) })
  expect(await callOk(listTickets, { as })).toEqual({ data })
})

test('lists nothing for somebody who asked nothing', async () => {
  expect(await topicsOf(await given.user())).toEqual([])
})

test("shows nobody another member's tickets, whatever the body says", async () => {
  const [as, other] = [await given.monthlyMember(), await given.monthlyMember()]
  await callOk(submitTicket, { as: other, body: ask('Gas safety') })
  expect(await callOk(listTickets, { as, body: { user_id: other.userId } })).toEqual({ data: [] })
})

test('forgets a ticket after twelve months, swept away or not', async () => {
  const past = new Date((await clock.now()).getTime() - keepTicketSeconds * 1000 - 60_000)
  // Somebody without a subscription, which a year would have to be made up for.
  const as = await clock.at(past.toISOString(), async () => {
    const admin = await given.admin()
    await callOk(submitTicket, { as: admin, body: ask('Gas safety') })
    return admin
  })
  const again = await pool.signIn(as.email, as.password)
  expect(await topicsOf(again)).toEqual([])
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(listTickets, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(listTickets)).toMatchObject(unauthorized)
})
