import { afterEach, expect, test } from 'vitest'
import { checkSubscription, getAccess } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { calls } from '../../../test/kit/observe.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { payUnheard } from '../../../test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

const down = { service: 'stripe', action: '*', error: 'api_error' } as const

test('says yes from one look at the table, without asking Stripe', async () => {
  const as = await given.monthlyMember()
  const before = (await calls('check-subscription')).length
  expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
  const made = (await calls('check-subscription')).slice(before)
  expect(made.map(({ service, action }) => `${service}:${action}`)).toEqual(['dynamodb:Query'])
})

test('finds a subscription whose webhook was lost', async () => {
  const as = await given.user()
  await payUnheard(as)
  expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
})

test('says no to who never paid, however often', async () => {
  const as = await given.user()
  for (let i = 0; i < 2; i += 1)
    expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: false })
})

test('speaks of the caller alone, whatever the body says', async () => {
  const [as, member] = [await given.user(), await given.monthlyMember()]
  expect(
    await callOk(checkSubscription, { as, body: { user_id: member.userId, email: member.email } }),
  ).toEqual({
    subscribed: false,
  })
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(checkSubscription, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(checkSubscription)).toMatchObject(unauthorized)
})

test('says that it cannot know while Stripe is down, instead of guessing', async () => {
  const as = await given.user()
  await payUnheard(as)
  const reply = await withFaults([down], () => call(checkSubscription, { as }))
  expect(reply).toMatchObject(refusal('payment_provider_error'))
})

test('takes nothing from a member while Stripe is down', async () => {
  const as = await given.monthlyMember()
  expect(await withFaults([down], () => callOk(checkSubscription, { as }))).toEqual({ subscribed: true })
})
