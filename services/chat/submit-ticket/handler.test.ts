import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { listTickets, submitTicket } from '../../../shared/contract/chat.ts'
import { nextWorkingDay } from '../../../shared/rules/opening-hours.ts'
import { brand } from '../../../shared/values/brand.ts'
import { call, callOk } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { closeTheChat, openTheChat } from '../../../test/kit/hours.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { poll } from '../../../test/kit/poll.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

const aTicket = () => ({
  topic: `Deposit at number ${randomUUID().slice(0, 8)}`,
  country: 'wales' as const,
  message: 'The tenant has left.\nWho decides about the carpet?',
})

const mailsToAdvisers = async (topic: string) =>
  (await inbox.for(brand.supportEmail)).filter((mail) => mail.subject.includes(topic))

const waitForAdvisers = (topic: string) =>
  poll(`mail to the advisers about ${topic}`, async () => (await mailsToAdvisers(topic))[0])

test('promises the next working day, and tells the advisers, who answer the member', async () => {
  await closeTheChat()
  const [as, body, promised] = [await given.monthlyMember(), aTicket(), nextWorkingDay(await clock.now())]
  const answer = await callOk(submitTicket, { as, body })
  expect(answer).toEqual({ id: expect.stringMatching(/^[0-9A-F]{8}$/), answeredBy: promised })
  const mail = await waitForAdvisers(body.topic)
  expect(mail.replyTo).toBe(as.email)
  expect(mail.from).not.toContain(as.email)
  expect(mail.text).toContain('> The tenant has left.\n> Who decides about the carpet?')
  expect(mail.text).toContain('Wales')
})

test('sends the member a receipt with the number of the ticket and the promised day', async () => {
  const [as, body] = [await given.annualMember(), aTicket()]
  const { id } = await callOk(submitTicket, { as, body })
  const mail = await poll('the receipt', async () =>
    (await inbox.for(as.email)).find(({ subject }) => subject === `We have your ticket: ${body.topic}`),
  )
  expect(mail.text).toContain(id)
  expect(mail.text).toMatch(/by (?:Mon|Tues|Wednes|Thurs|Fri)day \d+ \w+ \d{4}/)
})

test('takes a ticket while the chat is open, from an admin too', async () => {
  await openTheChat()
  const [as, body] = [await given.admin(), aTicket()]
  const { id } = await callOk(submitTicket, { as, body })
  expect((await callOk(listTickets, { as })).data).toMatchObject([{ id, ...body }])
})

test('keeps the ticket when no mail can be sent', async () => {
  const [as, body] = [await given.monthlyMember(), aTicket()]
  const down = { service: 'ses', action: '*', error: 'ServiceUnavailable', times: 1 } as const
  const { id } = await withFaults([down], () => callOk(submitTicket, { as, body }))
  expect((await callOk(listTickets, { as })).data).toMatchObject([{ id }])
})

test.each([
  ['topic', '', 'Topic is required'],
  ['topic', 'No', 'Topic must be at least 3 characters'],
  ['topic', 'Deposit\r\nBcc: c@d.example', 'Please remove control characters'],
  ['country', 'scotland', 'Please choose England or Wales'],
  ['country', undefined, 'Please choose England or Wales'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
])('refuses %s %j', async (field, value, message) => {
  const body = { ...aTicket(), [field]: value }
  expect(await call(submitTicket, { as: await given.monthlyMember(), body })).toMatchObject(
    refusal('validation_failed', message),
  )
})

test('refuses a message that is longer than a mail should be', async () => {
  const body = { ...aTicket(), message: 'x'.repeat(5001) }
  expect(await call(submitTicket, { as: await given.monthlyMember(), body })).toMatchObject(
    refusal('validation_failed', 'Please use at most 5000 characters'),
  )
})

test('refuses who does not subscribe, holders of a pass among them', async () => {
  for (const as of [await given.user(), await given.passHolder()])
    expect(await call(submitTicket, { as, body: aTicket() })).toMatchObject(refusal('forbidden'))
})

test('turns away who is not signed in', async () => {
  expect(await call(submitTicket, { body: aTicket() })).toMatchObject(unauthorized)
})

test('slows a member down after ten tickets in an hour', async () => {
  const as = await given.monthlyMember()
  for (let i = 0; i < 10; i += 1) await callOk(submitTicket, { as, body: aTicket() })
  expect(await call(submitTicket, { as, body: aTicket() })).toMatchObject(refusal('rate_limited'))
})

test('sent twice, is one ticket with one promise and one mail to the advisers', async () => {
  const [as, body] = [await given.monthlyMember(), aTicket()]
  const first = await callOk(submitTicket, { as, body })
  expect(await callOk(submitTicket, { as, body })).toEqual(first)
  expect((await callOk(listTickets, { as })).data).toHaveLength(1)
  await waitForAdvisers(body.topic)
  expect(await mailsToAdvisers(body.topic)).toHaveLength(1)
})
