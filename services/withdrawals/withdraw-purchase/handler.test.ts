import { describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'

describe('withdraw-purchase', () => {
  test.each(['monthlyMember', 'passHolder'] as const)(
    'refunds the purchase of a %s, ends the access and emails a confirmation',
    async (kind) => {
      const as = await given[kind]()
      const { data } = await callOk(listWithdrawablePurchases, { as })
      expect(data).toMatchObject([{ paidMinor: 5000, refundMinor: 5000, startRequested: true }])
      expect((await inbox.waitFor(as.email, /Your order/)).text).toContain('Model withdrawal form')
      const [{ id, refundMinor } = { id: '', refundMinor: 0 }] = data
      const body = { id, refundMinor }
      expect(await callOk(withdrawPurchase, { as, body })).toEqual({ refundMinor: 5000 })
      expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false, hasOneTimeAccess: false })
      expect((await inbox.waitFor(as.email, /withdrawn from your purchase/)).text).toContain('£50.00')
    },
  )
})
