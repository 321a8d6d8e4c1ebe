import { afterEach, describe, expect, test } from 'vitest'
import { getBilling } from '#shared/contract/payments.ts'
import { changePlan, getAccess, previewPlanChange } from '#shared/contract/subscriptions.ts'
import { callOk, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { pool } from '#test/kit/pool.ts'

afterEach(clock.restore)

const preview = async (as: SignedInUser) => {
  const { pricedAt, amountDueMinor } = await callOk(previewPlanChange, { as, body: { plan: 'annual' } })
  return { pricedAt, amountDueMinor }
}

describe('change-plan', () => {
  test('charges the previewed amount once and changes to annual, however often it is sent', async () => {
    const as = await given.monthlyMember()
    const confirmed = await preview(as)
    const body = { plan: 'annual' as const, confirmed }
    // After this time, the credit is smaller than at the time of the preview.
    await letMinutesPass(14)
    await Promise.all([1, 2, 3].map(() => callOk(changePlan, { as, body })))
    expect(await callOk(changePlan, { as, body })).toEqual({
      plan: 'annual',
      startsAt: null,
      confirmation: null,
    })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'annual' })
    const { subscription, payments } = await callOk(getBilling, { as })
    expect(subscription).toMatchObject({ plan: 'annual', amountMinor: 55_000, scheduledChange: null })
    expect(payments.map(({ amountMinor }) => amountMinor)).toEqual([confirmed.amountDueMinor, 5000])
  })

  test('changes to monthly at the end of the paid year', async () => {
    // A year ago, because a clock that is a year ahead would renew the subscriptions of all other tests.
    const lastYear = new Date((await clock.now()).getTime() - 367 * 24 * 3600_000).toISOString()
    const as = await clock.at(lastYear, async () => {
      const member = await given.annualMember()
      const end = (await callOk(getAccess, { as: member })).subscriptionEnd ?? ''
      for (let i = 0; i < 2; i += 1)
        expect(await callOk(changePlan, { as: member, body: { plan: 'monthly' } })).toEqual({
          plan: 'monthly',
          startsAt: end,
          confirmation: null,
        })
      const { subscription, payments } = await callOk(getBilling, { as: member })
      expect(subscription).toMatchObject({
        plan: 'annual',
        nextChargeAt: end,
        scheduledChange: { plan: 'monthly', amountMinor: 5000, interval: 'month', startsAt: end },
      })
      expect(payments).toHaveLength(1)
      return member
    })
    const later = await pool.signIn(as.email, as.password)
    expect((await callOk(getBilling, { as: later })).payments[0]).toMatchObject({
      status: 'paid',
      amountMinor: 5000,
    })
  })
})
