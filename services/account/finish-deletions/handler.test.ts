import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given, type Person } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { keys } from '#platform/table/keys.ts'

afterEach(clock.restore)

const deletionOf = ({ userId }: Person) => stored(keys.deletion(userId).pk)
const runTwentyMinutesLater = async () => {
  await letMinutesPass(20)
  return runSchedule('finish-deletions')
}

describe('finish-deletions', () => {
  test('finishes a deletion that failed and counts it', async () => {
    const as = await given.passHolder()
    const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
    await withFaults([stuck], () => callOk(deleteAccount, { as }))
    expect(await deletionOf(as)).toHaveLength(1)
    expect(await runSchedule('finish-deletions')).toMatchObject({ continued: 0 })
    expect(await runTwentyMinutesLater()).toMatchObject({ continued: 1, failed: 0 })
    expect(await deletionOf(as)).toEqual([])
    await inbox.waitFor(as.email, /account has been deleted/)
    await poll('every trace to go', async () =>
      JSON.stringify(await everythingStored()).includes(as.email) ? undefined : true,
    )
  })

  test('finishes a deletion whose customer is already deleted at Stripe', async () => {
    const as = await given.monthlyMember()
    // Stripe deletes the customer, but the responses to this and all later requests are lost.
    const lost = { service: 'stripe', action: 'customers.delete', dropResponse: true } as const
    const down = { service: 'stripe', action: 'customers.retrieve', error: 'api_error' } as const
    expect(await withFaults([lost, down], () => call(deleteAccount, { as }))).toMatchObject({ status: 502 })
    expect(await runTwentyMinutesLater()).toMatchObject({ continued: 1, failed: 0 })
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
    expect(await stored(keys.profile(as.userId).pk)).toMatchObject([{ entity: 'tombstone' }])
  })

  test('keeps an account of which nothing was deleted', async () => {
    const as = await given.monthlyMember()
    const down = ['customers.delete', 'customers.retrieve'].map(
      (action) => ({ service: 'stripe', action, error: 'api_error' }) as const,
    )
    expect(await withFaults(down, () => call(deleteAccount, { as }))).toMatchObject({ status: 502 })
    expect(await deletionOf(as)).toHaveLength(1)
    expect(await runTwentyMinutesLater()).toMatchObject({ continued: 0, abandoned: 1 })
    expect(await deletionOf(as)).toEqual([])
    await clock.restore()
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
  })
})
