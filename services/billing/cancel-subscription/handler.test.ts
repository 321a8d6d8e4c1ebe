import { expect, test } from 'vitest'
import { cancelSubscription, getAccess } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('keeps access to the end of the period, and says until when', async () => {
  const as = await given.monthlyMember()
  const before = await callOk(getAccess, { as })
  const { subscription_end } = await callOk(cancelSubscription, { as })
  expect(subscription_end).toBe(before.subscriptionEnd)
  expect(await callOk(getAccess, { as })).toEqual({ ...before, cancelAtPeriodEnd: true })
})

test('sent twice, or five times at once, answers the same end and mails once', async () => {
  const as = await given.annualMember()
  const first = await callOk(cancelSubscription, { as })
  const more = await Promise.all(Array.from({ length: 5 }, () => callOk(cancelSubscription, { as })))
  for (const answer of more) expect(answer).toEqual(first)
  await inbox.waitFor(as.email, /cancelled/)
  expect((await inbox.for(as.email)).filter(({ subject }) => /cancelled/.test(subject))).toHaveLength(1)
})

test('refuses who has no subscription', async () => {
  for (const as of [await given.user(), await given.passHolder()])
    expect(await call(cancelSubscription, { as })).toMatchObject(refusal('not_subscribed'))
})

test("leaves everybody else's subscription alone, whatever the body says", async () => {
  const [as, other] = [await given.monthlyMember(), await given.monthlyMember()]
  await callOk(cancelSubscription, { as, body: { user_id: other.userId, customer: other.stripeCustomerId } })
  expect(await callOk(getAccess, { as: other })).toMatchObject({ cancelAtPeriodEnd: false })
})

test('changes nothing while the payment provider is down', async () => {
  const as = await given.monthlyMember()
  const before = await callOk(getAccess, { as })
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(cancelSubscription, { as }))).toMatchObject(
    refusal('payment_provider_error'),
  )
  expect(await callOk(getAccess, { as })).toEqual(before)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(cancelSubscription, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(cancelSubscription)).toMatchObject(unauthorized)
})
