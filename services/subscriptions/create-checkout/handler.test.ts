import { describe, expect, test } from 'vitest'
import { createCheckout } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { sessionOf, stripe } from '#test/kit/stripe.ts'

describe('create-checkout', () => {
  test('returns the hosted payment page', async () => {
    const as = await given.user()
    const { url } = await callOk(createCheckout, { as, body: { plan: 'annual' } })
    const page = await (await fetch(url)).text()
    expect(page).toContain('£550')
  })

  test('redirects to our own site, whatever the request headers contain', async () => {
    const as = await given.user()
    const headers = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' }
    const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly' }, headers })
    const { redirect } = await stripe.pay(sessionOf(url))
    expect(new URL(String(redirect)).pathname).toBe(paths.paymentSuccess)
    expect(redirect).not.toContain('elsewhere')
  })

  test('opens one page for twenty concurrent requests', async () => {
    const as = await given.user()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(createCheckout, { as, body: { plan: 'monthly' } })),
    )
    const urls = replies.flatMap(({ body }) => ('url' in body ? [body.url] : []))
    expect(urls.length).toBeGreaterThan(0)
    expect(new Set(urls).size).toBe(1)
    for (const { status } of replies) expect([200, 409]).toContain(status)
  })
})
