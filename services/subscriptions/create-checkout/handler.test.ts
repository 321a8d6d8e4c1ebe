import { describe, expect, test } from 'vitest'
import { createCheckout, getAccess } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { sessionOf, stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'

describe('create-checkout', () => {
  test('returns the hosted payment page', async () => {
    const as = await given.user()
    const { url } = await callOk(createCheckout, { as, body: { plan: 'annual' } })
    const page = await (await fetch(url)).text()
    expect(page).toContain('£550')
  })

  test("uses the caller's email address, whatever the body contains", async () => {
    const [as, other] = [await given.user(), await given.user()]
    const userInfo = { email: other.email, fullName: 'Somebody Else' }
    const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly', userInfo } })
    const page = await (await fetch(url)).text()
    expect(page).toContain(as.email)
    expect(page).not.toContain(other.email)
  })

  test('redirects to our own site, whatever the request headers contain', async () => {
    const as = await given.user()
    const headers = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' }
    const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly' }, headers })
    const { redirect } = await stripe.pay(sessionOf(url))
    expect(new URL(String(redirect)).pathname).toBe(paths.paymentSuccess)
    expect(redirect).not.toContain('elsewhere')
  })

  test.each([
    {},
    { plan: 'one-time' },
    { plan: 'weekly' },
    { plan: 'monthly', userInfo: { numberOfEmployees: '3' } },
  ])('rejects the body %j', async (body) => {
    expect(await callWrongly(createCheckout, { as: await given.user(), body })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(createCheckout, { body: { plan: 'monthly' } })).toMatchObject(unauthorized)
  })

  test('rejects a second subscription', async () => {
    const as = await given.monthlyMember()
    expect(await call(createCheckout, { as, body: { plan: 'annual' } })).toMatchObject(
      apiError('already_subscribed'),
    )
  })

  test('rejects a second subscription before the webhook of the first arrives', async () => {
    const as = await given.user()
    const session = await openCheckout(as)
    await stripe.hold()
    try {
      await stripe.pay(session)
      expect(await call(createCheckout, { as, body: { plan: 'monthly' } })).toMatchObject(
        apiError('already_subscribed'),
      )
    } finally {
      await stripe.deliver()
      await stripe.release()
    }
  })

  test('directs a past-due customer to the open invoice', async () => {
    const reply = await call(createCheckout, { as: await given.pastDueMember(), body: { plan: 'monthly' } })
    expect(reply).toMatchObject(
      apiError(
        'payment_due',
        'You have an unpaid balance of £50.00. Please pay it from your profile first: paying it restores your access.',
      ),
    )
  })

  test('returns the open page to a repeated request', async () => {
    const as = await given.user()
    expect(await openCheckout(as)).toBe(await openCheckout(as))
  })

  test('accepts cards only, because a direct debit would activate the subscription before it is paid', async () => {
    const as = await given.user()
    expect(await stripe.pay(await openCheckout(as), 'debit')).toMatchObject({ redirect: null })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false })
  })

  test('expires the page of the other plan when the user changes plans', async () => {
    const as = await given.user()
    const monthly = await openCheckout(as, 'monthly')
    const annual = await openCheckout(as, 'annual')
    expect(annual).not.toBe(monthly)
    expect(await stripe.pay(monthly)).toMatchObject({ redirect: null })
    expect((await stripe.pay(annual)).redirect).toContain(paths.paymentSuccess)
  })

  test('reports an error while Stripe is unavailable, and works again afterwards', async () => {
    const as = await given.user()
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    const reply = await withFaults([down], () => call(createCheckout, { as, body: { plan: 'monthly' } }))
    expect(reply).toMatchObject(apiError('payment_provider_error'))
    await openCheckout(as)
  })
})
