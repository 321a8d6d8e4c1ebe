import { expect, test } from 'vitest'
import { createBillingPortal } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test("opens the provider's page for a member, and again when asked twice", async () => {
  const as = await given.monthlyMember()
  for (let i = 0; i < 2; i += 1) {
    const { url } = await callOk(createBillingPortal, { as })
    expect((await fetch(url)).status).toBe(200)
  }
})

test('opens it for somebody who is behind with a payment', async () => {
  const { url } = await callOk(createBillingPortal, { as: await given.pastDueMember() })
  expect(url).toMatch(/^http/)
})

test('has nothing to show to who never bought', async () => {
  expect(await call(createBillingPortal, { as: await given.user() })).toMatchObject(refusal('not_subscribed'))
})

test('says so when the payment provider cannot be reached', async () => {
  const as = await given.monthlyMember()
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(createBillingPortal, { as }))).toMatchObject(
    refusal('payment_provider_error'),
  )
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(createBillingPortal, { as: await given.user(), body: 'x' })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(createBillingPortal)).toMatchObject(unauthorized)
})
