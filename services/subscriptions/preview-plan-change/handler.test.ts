import { afterEach, describe, expect, test } from 'vitest'
import { getAccess, previewPlanChange } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'

afterEach(clock.restore)

const annual = { plan: 'annual' as const }

describe('preview-plan-change', () => {
  test('returns the charge, the credit and the next charge of a change to annual, and changes nothing', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getAccess, { as })
    const found = await callOk(previewPlanChange, { as, body: annual })
    expect(found).toMatchObject({
      plan: 'annual',
      currency: 'gbp',
      isImmediate: true,
      nextChargeMinor: 55_000,
    })
    expect(found.creditMinor).toBeGreaterThan(0)
    expect(found.amountDueMinor).toBe(55_000 - found.creditMinor)
    const days = (Date.parse(found.nextChargeAt) - Date.parse(found.pricedAt)) / (24 * 3600_000)
    expect(days).toBeGreaterThan(364)
    expect(await callOk(getAccess, { as })).toEqual(before)
  })

  test('returns that a change to monthly charges nothing until the end of the paid year', async () => {
    const as = await given.annualMember()
    const end = (await callOk(getAccess, { as })).subscriptionEnd
    expect(await callOk(previewPlanChange, { as, body: { plan: 'monthly' } })).toMatchObject({
      isImmediate: false,
      amountDueMinor: 0,
      creditMinor: 0,
      startsAt: end,
      nextChargeMinor: 5000,
      nextChargeAt: end,
    })
  })
})
