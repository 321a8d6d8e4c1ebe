import { describe, expect, test } from 'vitest'
import { createBillingPortal } from '#shared/contract/payments.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('create-billing-portal', () => {
  test('returns the URL of the portal, also when called twice', async () => {
    const as = await given.monthlyMember()
    for (let i = 0; i < 2; i += 1) {
      const { url } = await callOk(createBillingPortal, { as })
      expect((await fetch(url)).status).toBe(200)
    }
  })

  test('opens the portal for a past-due customer', async () => {
    const { url } = await callOk(createBillingPortal, { as: await given.pastDueMember() })
    expect(url).toMatch(/^http/)
  })

  test('rejects an account that never bought anything', async () => {
    expect(await call(createBillingPortal, { as: await given.user() })).toMatchObject(
      apiError('not_subscribed'),
    )
  })

  test('reports an error while Stripe is unavailable', async () => {
    const as = await given.monthlyMember()
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    expect(await withFaults([down], () => call(createBillingPortal, { as }))).toMatchObject(
      apiError('payment_provider_error'),
    )
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(createBillingPortal, { as: await given.user(), body: 'x' })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(createBillingPortal)).toMatchObject(unauthorized)
  })
})
