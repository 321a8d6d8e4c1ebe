import { describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { getOpenInvoice } from '#shared/contract/payments.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('get-open-invoice', () => {
  test('returns the same payment page to a past-due customer each time', async () => {
    const as = await given.pastDueMember()
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false, paymentDue: true })
    const { url } = await callOk(getOpenInvoice, { as })
    expect(await (await fetch(url)).text()).toMatch(/£50(?:\.00)?(?![\d.,])/)
    expect(await callOk(getOpenInvoice, { as })).toEqual({ url })
  })
})
