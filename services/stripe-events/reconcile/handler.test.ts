import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { logs } from '#test/kit/observe.ts'
import { openPass } from '#test/kit/pass.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { stripe } from '#test/kit/stripe.ts'
import { payWithHeldWebhooks } from '#test/kit/subscribe.ts'

afterEach(async () => {
  await clock.restore()
  await stripe.deliver()
  await stripe.release()
})

const report = z.object({ drifted: z.int(), unmatched: z.int(), failed: z.int() })

describe('reconcile', () => {
  test('activates a paid subscription and a paid pass whose events were lost, counts the drift for the alarm, and repeats nothing', async () => {
    await openTheChat()
    // A former member whose events all arrived is read again too, but only the check is recorded.
    const former = await given.monthlyMember()
    await stripe.endSubscription(former.stripeCustomerId)
    await poll('the end of access', async () =>
      (await callOk(getAccess, { as: former })).isSubscribed ? undefined : true,
    )
    const as = await given.user()
    const guest = await openPass()
    await payWithHeldWebhooks(as)
    await stripe.pay(guest.session)
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false })
    const counted = async () =>
      [...(await logs('reconcile')).matchAll(/AccessDrift\W*:(\d+)/g)].map(([, count]) => Number(count))
    const before = await counted()
    const { drifted, unmatched, failed } = report.parse(await runSchedule('reconcile'))
    expect({ drifted, failed }).toEqual({ drifted: 2, failed: 0 })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
    const body = { guest_key: String(guest.promisedKey) }
    expect(await callOk(checkGuestAccess, { body })).toMatchObject({ active: true })
    // The log arrives through a pipe, after the result.
    await expect.poll(counted, { timeout: 10_000 }).toEqual([...before, drifted + unmatched])
    expect(await runSchedule('reconcile')).toMatchObject({ drifted: 0, failed: 0 })
  })
})
