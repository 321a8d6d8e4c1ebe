import { describe, expect, test } from 'vitest'
import { listWithdrawablePurchases } from '#shared/contract/withdrawals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('list-withdrawable-purchases', () => {
  test('returns the recent subscription of a member', async () => {
    const { data } = await callOk(listWithdrawablePurchases, { as: await given.annualMember() })
    expect(data).toMatchObject([{ plan: 'annual', paidMinor: 55_000, used: { count: 0, unit: 'days' } }])
  })

  test('returns nothing to an account without purchases, nor to an unknown guest key', async () => {
    const nothing = { data: [], byEmail: [], withdrawn: [] }
    expect(await callOk(listWithdrawablePurchases, { as: await given.user() })).toEqual(nothing)
    expect(await callOk(listWithdrawablePurchases, { body: { guest_key: 'unknown' } })).toEqual(nothing)
  })
})
