import { afterEach, describe, expect, test } from 'vitest'
import { hasActiveOneTimeAccess, verifyPayment } from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { openPass } from '#test/kit/pass.ts'
import { stripe } from '#test/kit/stripe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
  await clock.restore()
})

describe('verify-payment', () => {
  test('activates the pass of its buyer before the webhook arrives', async () => {
    await openTheChat()
    const as = await given.user()
    const { session } = await openPass({ as })
    await stripe.hold()
    await stripe.pay(session)
    expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(false)
    expect(await callOk(verifyPayment, { as, body: { session_id: session } })).toEqual({
      access_activated: true,
    })
    expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
  })
})
