import { describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { getOpenInvoice } from '#shared/contract/payments.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('get-open-invoice', () => {
  test('returns the same payment page to a past-due customer each time', async () => {
    const as = await given.pastDueMember()
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false, paymentDue: true })
    const { url } = await callOk(getOpenInvoice, { as })
    expect(await (await fetch(url)).text()).toContain('£50')
    expect(await callOk(getOpenInvoice, { as })).toEqual({ url })
  })

  test('finds no invoice for an account without an unpaid charge', async () => {
    for (const as of [await given.user(), await given.monthlyMember()])
      expect(await call(getOpenInvoice, { as })).toMatchObject(apiError('not_found'))
  })

  test("never returns another account's invoice, whatever the body contains", async () => {
    const other = await given.pastDueMember()
    const body = { user_id: other.userId, customer: other.stripeCustomerId }
    expect(await call(getOpenInvoice, { as: await given.user(), body })).toMatchObject(apiError('not_found'))
  })

  test('reports an error while Stripe is unavailable', async () => {
    const as = await given.pastDueMember()
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    expect(await withFaults([down], () => call(getOpenInvoice, { as }))).toMatchObject(
      apiError('payment_provider_error'),
    )
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(getOpenInvoice, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(getOpenInvoice)).toMatchObject(unauthorized)
  })
})
