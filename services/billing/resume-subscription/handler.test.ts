import { afterEach, expect, test } from 'vitest'
import { checkSubscription, getAccess, resumeSubscription } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

test('takes a cancellation back, and a mail says when it renews', async () => {
  const as = await given.cancellingMember()
  const { subscription_end } = await callOk(resumeSubscription, { as })
  expect(await callOk(getAccess, { as })).toMatchObject({
    isSubscribed: true,
    cancelAtPeriodEnd: false,
    subscriptionEnd: subscription_end,
  })
  await inbox.waitFor(as.email, /goes on/)
})

test('leaves a subscription that renews anyway as it is, however often', async () => {
  const as = await given.monthlyMember()
  const before = await callOk(getAccess, { as })
  for (let i = 0; i < 2; i += 1) await callOk(resumeSubscription, { as })
  expect(await callOk(getAccess, { as })).toEqual(before)
})

test('refuses who has no subscription', async () => {
  expect(await call(resumeSubscription, { as: await given.user() })).toMatchObject(refusal('not_subscribed'))
})

test('changes nothing while the payment provider is down', async () => {
  const as = await given.cancellingMember()
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(resumeSubscription, { as }))).toMatchObject(
    refusal('payment_provider_error'),
  )
  expect(await callOk(getAccess, { as })).toMatchObject({ cancelAtPeriodEnd: true })
  expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(resumeSubscription, { as: await given.user(), body: 1 })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(resumeSubscription)).toMatchObject(unauthorized)
})
