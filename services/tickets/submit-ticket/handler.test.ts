import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { submitTicket } from '#shared/contract/tickets.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import { brand } from '#shared/values/brand.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { closeTheChat } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'

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
      (await inbox.for(as.email)).find(
        ({ subject }) => subject === `We’ve received your ticket: ${body.topic}`,
      ),
    )
    expect(email.text).toContain(id)
    expect(email.text).toMatch(/by (?:Mon|Tues|Wednes|Thurs|Fri)day \d+ \w+ \d{4}/)
  })
})
