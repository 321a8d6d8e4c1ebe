import { afterEach, describe, expect, test } from 'vitest'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

describe('renewal-reminders', () => {
  test('announces the renewal of an annual subscription, with price and date', async () => {
    // Not a year ahead: that would renew the subscriptions of all other tests.
    const subscribedAt = new Date((await clock.now()).getTime() - 340 * dayMs).toISOString()
    const { email } = await clock.at(subscribedAt, () => given.annualMember())
    await runSchedule('renewal-reminders')
    const { text } = await inbox.waitFor(email, /renews on/)
    expect(text).toContain('£550.00')
    expect(text).toContain('Cancel Subscription')
  })
})
