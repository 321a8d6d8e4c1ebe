import { expect, test } from 'vitest'
import { createCheckout, getAccess } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { sessionOf, stripe } from '../../../test/kit/stripe.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'

test('opens the hosted payment page', async () => {
  const as = await given.user()
  const { url } = await callOk(createCheckout, { as, body: { plan: 'annual' } })
  const page = await (await fetch(url)).text()
  expect(page).toContain('£550')
})

test('charges and mails the person who is signed in, whatever the body says of them', async () => {
  const [as, other] = [await given.user(), await given.user()]
  const userInfo = { email: other.email, fullName: 'Somebody Else' }
  const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly', userInfo } })
  const page = await (await fetch(url)).text()
  expect(page).toContain(as.email)
  expect(page).not.toContain(other.email)
})

test('comes back to our own site, whatever the request claims', async () => {
  const as = await given.user()
  const headers = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' }
  const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly' }, headers })
  const { redirect } = await stripe.pay(sessionOf(url))
  expect(new URL(String(redirect)).pathname).toBe('/payment-success')
  expect(redirect).not.toContain('elsewhere')
})

test.each([
  {},
  { plan: 'one-time' },
  { plan: 'weekly' },
  { plan: 'monthly', userInfo: { numberOfEmployees: '3' } },
])('refuses %j', async (body) => {
  expect(await callWrongly(createCheckout, { as: await given.user(), body })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(createCheckout, { body: { plan: 'monthly' } })).toMatchObject(unauthorized)
})

test('refuses a second subscription', async () => {
  const as = await given.monthlyMember()
  expect(await call(createCheckout, { as, body: { plan: 'annual' } })).toMatchObject(
    refusal('already_subscribed'),
  )
})

test('refuses a second subscription even when no webhook has come through', async () => {
  const as = await given.user()
  const session = await openCheckout(as)
  await stripe.hold()
  try {
    await stripe.pay(session)
    expect(await call(createCheckout, { as, body: { plan: 'monthly' } })).toMatchObject(
      refusal('already_subscribed'),
    )
  } finally {
    await stripe.deliver()
    await stripe.release()
  }
})

test('sends who owes a payment to the open invoice, not to a second subscription', async () => {
  const reply = await call(createCheckout, { as: await given.pastDueMember(), body: { plan: 'monthly' } })
  expect(reply).toMatchObject(
    refusal(
      'already_subscribed',
      'Your subscription waits for a payment. Your profile leads to the open invoice.',
    ),
  )
})

test('sent twice, gives the page that is open already', async () => {
  const as = await given.user()
  expect(await openCheckout(as)).toBe(await openCheckout(as))
})

test('sent twenty times at once, opens one page', async () => {
  const as = await given.user()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => call(createCheckout, { as, body: { plan: 'monthly' } })),
  )
  const urls = replies.flatMap(({ body }) => ('url' in body ? [body.url] : []))
  expect(urls.length).toBeGreaterThan(0)
  expect(new Set(urls).size).toBe(1)
  for (const { status } of replies) expect([200, 409]).toContain(status)
})

test('takes cards alone for a subscription: a debit would open the door days before it is paid', async () => {
  const as = await given.user()
  expect(await stripe.pay(await openCheckout(as), 'debit')).toMatchObject({ redirect: null })
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false })
})

test('closes the page of the other plan when the person changes their mind', async () => {
  const as = await given.user()
  const monthly = await openCheckout(as, 'monthly')
  const annual = await openCheckout(as, 'annual')
  expect(annual).not.toBe(monthly)
  expect(await stripe.pay(monthly)).toMatchObject({ redirect: null })
  expect((await stripe.pay(annual)).redirect).toContain('/payment-success')
})

test('says so when the payment provider cannot be reached, and works again afterwards', async () => {
  const as = await given.user()
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  const reply = await withFaults([down], () => call(createCheckout, { as, body: { plan: 'monthly' } }))
  expect(reply).toMatchObject(refusal('payment_provider_error'))
  await openCheckout(as)
})
