import { afterEach, describe, expect, test } from 'vitest'
import { getAccess, resumeSubscription } from '#shared/contract/subscriptions.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'

afterEach(clock.restore)

describe('resume-subscription', () => {
  test('removes a scheduled cancellation and emails the renewal date', async () => {
    const as = await given.cancellingMember()
    const { subscription_end } = await callOk(resumeSubscription, { as })
    expect(await callOk(getAccess, { as })).toMatchObject({
      isSubscribed: true,
      cancelAtPeriodEnd: false,
      subscriptionEnd: subscription_end,
    })
    expect(subscription_end).toMatch(/^\d{4}-/)
    const { text } = await inbox.waitFor(as.email, /has been resumed/)
    expect(text).toContain(`renews on ${dateInWords(String(subscription_end))}.`)
  })
})
