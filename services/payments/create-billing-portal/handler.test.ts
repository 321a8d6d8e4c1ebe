import { describe, expect, test } from 'vitest'
import { createBillingPortal } from '#shared/contract/payments.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('create-billing-portal', () => {
  test('returns the URL of the portal, even when called twice', async () => {
    const as = await given.monthlyMember()
    for (let i = 0; i < 2; i += 1) {
      const { url } = await callOk(createBillingPortal, { as })
      expect((await fetch(url)).status).toBe(200)
    }
  })
})
