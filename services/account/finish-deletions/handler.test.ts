import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given, type TestAccount } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { keys } from '#platform/table/keys.ts'

afterEach(clock.restore)

const deletionOf = ({ userId }: TestAccount) => stored(keys.deletion(userId).pk)

describe('finish-deletions', () => {
  // Other tests leave unfinished deletions in the same cloud, so handler.rules.test.ts tests the counts.
  test('finishes deletions that failed in the user pool and at Stripe', async () => {
    const [holder, member] = [await given.passHolder(), await given.monthlyMember()]
    const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
    await withFaults([stuck], () => callOk(deleteAccount, { as: holder }))
    // Stripe deletes the customer, but the responses to this and all later requests are lost.
    const lost = { service: 'stripe', action: 'customers.delete', dropResponse: true } as const
    const down = { service: 'stripe', action: 'customers.retrieve', error: 'api_error' } as const
    const reply = await withFaults([lost, down], () => call(deleteAccount, { as: member }))
    expect(reply).toMatchObject({ status: 502 })
    for (const as of [holder, member]) expect(await deletionOf(as)).toHaveLength(1)

    await letMinutesPass(20)
    await runSchedule('finish-deletions')
    expect(await stripe.customer(member.stripeCustomerId)).toMatchObject({ deleted: true })
    for (const as of [holder, member]) {
      expect(await deletionOf(as)).toEqual([])
      expect(await stored(keys.profile(as.userId).pk)).toMatchObject([{ entity: 'tombstone' }])
      await inbox.waitFor(as.email, /account has been deleted/)
    }
    await poll('every trace to go', async () =>
      JSON.stringify(await everythingStored()).includes(holder.email) ? undefined : true,
    )
  })
})
