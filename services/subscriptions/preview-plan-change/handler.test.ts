import { afterEach, describe, expect, test } from 'vitest'
import { getAccess, previewPlanChange } from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
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

  test('rejects the current plan, and accounts that cannot change theirs', async () => {
    const preview = async (as: Awaited<ReturnType<typeof given.user>>, body: typeof annual) =>
      call(previewPlanChange, { as, body })
    expect(await preview(await given.annualMember(), annual)).toMatchObject(apiError('already_on_plan'))
    expect(await preview(await given.pastDueMember(), annual)).toMatchObject(apiError('payment_due'))
    expect(await preview(await given.cancellingMember(), annual)).toMatchObject(
      apiError('subscription_ending'),
    )
    expect(await preview(await given.user(), annual)).toMatchObject(apiError('not_subscribed'))
  })

  test("never returns another account's preview, whatever the body contains", async () => {
    const other = await given.monthlyMember()
    const body = { ...annual, user_id: other.userId, customer: other.stripeCustomerId }
    expect(await call(previewPlanChange, { as: await given.user(), body })).toMatchObject(
      apiError('not_subscribed'),
    )
  })

  test('rejects an unknown plan', async () => {
    expect(
      await callWrongly(previewPlanChange, { as: await given.user(), body: { plan: 'weekly' } }),
    ).toMatchObject(apiError('validation_failed'))
  })

  test('rejects anonymous requests', async () => {
    expect(await call(previewPlanChange, { body: annual })).toMatchObject(unauthorized)
  })
})
