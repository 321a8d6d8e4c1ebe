import { expect, test } from 'vitest'
import { getAccess, getOpenInvoice } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('leads who is behind with a payment to the page where it is paid, the same each time', async () => {
  const as = await given.pastDueMember()
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false, paymentDue: true })
  const { url } = await callOk(getOpenInvoice, { as })
  expect(await (await fetch(url)).text()).toContain('£50')
  expect(await callOk(getOpenInvoice, { as })).toEqual({ url })
})

test('finds none for who owes nothing', async () => {
  for (const as of [await given.user(), await given.monthlyMember()])
    expect(await call(getOpenInvoice, { as })).toMatchObject(refusal('not_found'))
})

test("never shows anybody else's, whatever the body says", async () => {
  const other = await given.pastDueMember()
  const body = { user_id: other.userId, customer: other.stripeCustomerId }
  expect(await call(getOpenInvoice, { as: await given.user(), body })).toMatchObject(refusal('not_found'))
})

test('says so while the payment provider is down', async () => {
  const as = await given.pastDueMember()
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(getOpenInvoice, { as }))).toMatchObject(
    refusal('payment_provider_error'),
  )
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(getOpenInvoice, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(getOpenInvoice)).toMatchObject(unauthorized)
})
