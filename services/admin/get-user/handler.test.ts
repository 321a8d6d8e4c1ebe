import { describe, expect, test } from 'vitest'
import { getUser } from '#shared/contract/admin.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('get-user', () => {
  test('returns the plan of a member, and the plan and the open balance of a past-due one', async () => {
    const as = await given.admin()
    const member = await given.annualMember()
    const debtor = await given.pastDueMember()
    const userOf = ({ userId }: { userId: string }) => callOk(getUser, { as, body: { id: userId } })
    expect(await userOf(member)).toMatchObject({
      email: member.email,
      subscription_status: 'active',
      plan: 'annual',
      balance_due_minor: null,
    })
    expect(await userOf(debtor)).toMatchObject({
      subscription_status: 'unpaid',
      plan: 'monthly',
      balance_due_minor: expect.any(Number),
    })
  })
})
