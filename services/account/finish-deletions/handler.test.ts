import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '../../../shared/contract/account.ts'
import { getAccess } from '../../../shared/contract/billing.ts'
import { call, callOk } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given, type Person } from '../../../test/kit/given.ts'
import { letMinutesPass } from '../../../test/kit/hours.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { poll } from '../../../test/kit/poll.ts'
import { runSchedule } from '../../../test/kit/schedule.ts'
import { everythingStored, stored } from '../../../test/kit/stored.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { keys } from '../../platform/table/keys.ts'

afterEach(clock.restore)

const noteOf = ({ userId }: Person) => stored(keys.deletion(userId).pk)
const later = async () => {
  await letMinutesPass(20)
  return runSchedule('finish-deletions')
}

test('finishes what a failure left over, and counts it', async () => {
  const as = await given.passHolder()
  const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
  await withFaults([stuck], () => callOk(deleteAccount, { as }))
  expect(await noteOf(as)).toHaveLength(1)
  expect(await runSchedule('finish-deletions')).toMatchObject({ continued: 0 })
  expect(await later()).toMatchObject({ continued: 1, failed: 0 })
  expect(await noteOf(as)).toEqual([])
  await inbox.waitFor(as.email, /account is deleted/)
  await poll('every trace to go', async () =>
    JSON.stringify(await everythingStored()).includes(as.email) ? undefined : true,
  )
})

test('goes on with an account whose customer is gone from Stripe, and brings it to its end', async () => {
  const as = await given.monthlyMember()
  // The customer is deleted, but the answer of that and of all that follows is lost.
  const lost = { service: 'stripe', action: 'customers.delete', dropResponse: true } as const
  const down = { service: 'stripe', action: 'customers.retrieve', error: 'api_error' } as const
  expect(await withFaults([lost, down], () => call(deleteAccount, { as }))).toMatchObject({ status: 502 })
  expect(await later()).toMatchObject({ continued: 1, failed: 0 })
  expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
  expect(await stored(keys.profile(as.userId).pk)).toMatchObject([{ entity: 'tombstone' }])
})

test('leaves an account alone of which nothing had gone', async () => {
  const as = await given.monthlyMember()
  const down = ['customers.delete', 'customers.retrieve'].map(
    (action) => ({ service: 'stripe', action, error: 'api_error' }) as const,
  )
  expect(await withFaults(down, () => call(deleteAccount, { as }))).toMatchObject({ status: 502 })
  expect(await noteOf(as)).toHaveLength(1)
  expect(await later()).toMatchObject({ continued: 0, abandoned: 1 })
  expect(await noteOf(as)).toEqual([])
  await clock.restore()
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
})
