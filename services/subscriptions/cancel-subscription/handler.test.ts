import { describe, expect, test } from 'vitest'
import { cancelSubscription, getAccess } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'

describe('cancel-subscription', () => {
  test('keeps access until the end of the period, returns that date each time, and emails once', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getAccess, { as })
    const cancelled = { subscription_end: before.subscriptionEnd }
    expect(await callOk(cancelSubscription, { as })).toEqual(cancelled)
    expect(await callOk(getAccess, { as })).toEqual({ ...before, cancelAtPeriodEnd: true })
    expect(await callOk(cancelSubscription, { as })).toEqual(cancelled)
    await inbox.waitFor(as.email, /cancelled/)
    expect((await inbox.for(as.email)).filter(({ subject }) => /cancelled/.test(subject))).toHaveLength(1)
  })
})
