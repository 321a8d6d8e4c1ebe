import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

describe('renewal-reminders', () => {
  test('announces the renewal of an annual subscription, with price and date', async () => {
    // In the past, because a clock that is a year ahead would renew the subscriptions of all other tests.
    const subscribedAt = new Date((await clock.now()).getTime() - 340 * dayMs).toISOString()
    const [email, renewsAt] = await clock.at(subscribedAt, async () => {
      const as = await given.annualMember()
      return [as.email, (await callOk(getAccess, { as })).subscriptionEnd]
    })
    await runSchedule('renewal-reminders')
    const { subject, text } = await inbox.waitFor(email, /renews on/)
    const date = dateInWords(String(renewsAt))
    expect(subject).toBe(`Your subscription renews on ${date}`)
    expect(text).toContain(`Renews on: ${date}`)
    expect(text).toContain('£550.00')
    expect(text).toContain('Cancel Subscription')
  })
})
