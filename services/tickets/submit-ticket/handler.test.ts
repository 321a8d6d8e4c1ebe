import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { nextWorkingDay } from '#shared/rules/opening-hours.ts'
import { brand } from '#shared/values/brand.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { closeTheChat, openTheChat } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

afterEach(clock.restore)

const aTicket = () => ({
  topic: `Deposit at number ${randomUUID().slice(0, 8)}`,
  country: 'wales' as const,
  message: 'The tenant has left.\nWho decides about the carpet?',
})

const emailsToAdvisers = async (topic: string) =>
  (await inbox.for(brand.supportEmail)).filter(({ subject }) => subject.includes(topic))

const waitForAdviserEmail = (topic: string) =>
  poll(`email to the advisers about ${topic}`, async () => (await emailsToAdvisers(topic))[0])

describe('submit-ticket', () => {
  test('promises the next working day and emails the advisers, whose replies go to the member', async () => {
    await closeTheChat()
    const [as, body, promised] = [await given.monthlyMember(), aTicket(), nextWorkingDay(await clock.now())]
    expect(await callOk(submitTicket, { as, body })).toEqual({
      id: expect.stringMatching(/^[0-9A-F]{8}$/),
      answeredBy: promised,
    })
    const email = await waitForAdviserEmail(body.topic)
    expect(email.replyTo).toBe(as.email)
    expect(email.from).not.toContain(as.email)
    expect(email.text).toContain('> The tenant has left.\n> Who decides about the carpet?')
    expect(email.text).toContain('Wales')
  })

  test('sends the member a receipt with the ticket number and the promised day', async () => {
    const [as, body] = [await given.annualMember(), aTicket()]
    const { id } = await callOk(submitTicket, { as, body })
    const email = await poll('the receipt', async () =>
      (await inbox.for(as.email)).find(({ subject }) => subject === `We have your ticket: ${body.topic}`),
    )
    expect(email.text).toContain(id)
    expect(email.text).toMatch(/by (?:Mon|Tues|Wednes|Thurs|Fri)day \d+ \w+ \d{4}/)
  })

  test('accepts a ticket while the chat is open, and from an admin', async () => {
    await openTheChat()
    const [as, body] = [await given.admin(), aTicket()]
    const { id } = await callOk(submitTicket, { as, body })
    expect((await callOk(listTickets, { as })).data).toMatchObject([{ id, ...body }])
  })

  test('stores the ticket while no email can be sent', async () => {
    const [as, body] = [await given.monthlyMember(), aTicket()]
    const sesDown = { service: 'ses', action: '*', error: 'ServiceUnavailable', times: 1 } as const
    const { id } = await withFaults([sesDown], () => callOk(submitTicket, { as, body }))
    expect((await callOk(listTickets, { as })).data).toMatchObject([{ id }])
  })

  test.each([
    ['topic', '', 'Topic is required'],
    ['topic', 'No', 'Topic must be at least 3 characters'],
    ['topic', 'Deposit\r\nBcc: c@d.example', 'Please remove control characters'],
    ['country', 'scotland', 'Please choose England or Wales'],
    ['country', undefined, 'Please choose England or Wales'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
  ])('rejects %s %j', async (field, value, message) => {
    const body = { ...aTicket(), [field]: value }
    expect(await call(submitTicket, { as: await given.monthlyMember(), body })).toMatchObject(
      apiError('validation_failed', message),
    )
  })

  test('rejects a message of more than 5000 characters', async () => {
    const body = { ...aTicket(), message: 'x'.repeat(5001) }
    expect(await call(submitTicket, { as: await given.monthlyMember(), body })).toMatchObject(
      apiError('validation_failed', 'Please use at most 5000 characters'),
    )
  })

  test('rejects users without a subscription, including pass holders', async () => {
    for (const as of [await given.user(), await given.passHolder()])
      expect(await call(submitTicket, { as, body: aTicket() })).toMatchObject(apiError('forbidden'))
  })

  test('rejects anonymous requests', async () => {
    expect(await call(submitTicket, { body: aTicket() })).toMatchObject(unauthorized)
  })

  test('limits a member to ten tickets an hour', async () => {
    const as = await given.monthlyMember()
    for (let i = 0; i < 10; i += 1) await callOk(submitTicket, { as, body: aTicket() })
    expect(await call(submitTicket, { as, body: aTicket() })).toMatchObject(apiError('rate_limited'))
  })

  test('stores one ticket and sends one email to the advisers when sent twice', async () => {
    const [as, body] = [await given.monthlyMember(), aTicket()]
    const first = await callOk(submitTicket, { as, body })
    expect(await callOk(submitTicket, { as, body })).toEqual(first)
    expect((await callOk(listTickets, { as })).data).toHaveLength(1)
    await waitForAdviserEmail(body.topic)
    expect(await emailsToAdvisers(body.topic)).toHaveLength(1)
  })
})
