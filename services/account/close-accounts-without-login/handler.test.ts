import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { signUp } from '#shared/contract/identity.ts'
import { keys } from '#platform/table/keys.ts'
import { call } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { aSignUp } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'

describe('close-accounts-without-login', () => {
  test('closes the accounts of customers who deleted their login at the user pool', async () => {
    const [member, holder] = [await given.monthlyMember(), await given.passHolder()]
    const other = await given.monthlyMember()
    for (const as of [member, holder]) await pool.deleteOwnUser(as.accessToken)
    expect(await runSchedule('close-accounts-without-login')).toMatchObject({ failed: 0 })
    expect(await stripe.customer(member.stripeCustomerId)).toMatchObject({ deleted: true })
    for (const as of [member, holder]) {
      expect(await stored(keys.profile(as.userId).pk)).toMatchObject([{ entity: 'tombstone' }])
      await inbox.waitFor(as.email, /account has been deleted/)
    }
    expect(await stripe.customer(other.stripeCustomerId)).not.toHaveProperty('deleted')
  })

  test('deletes the login of a sign-up that failed before it was stored', async () => {
    const body = aSignUp()
    const twoHoursAgo = new Date((await clock.now()).getTime() - 2 * 3600_000).toISOString()
    const interrupted = {
      service: 'dynamodb',
      action: 'TransactWriteItems',
      error: 'InternalServerError',
    } as const
    await clock.at(twoHoursAgo, () => withFaults([interrupted], () => call(signUp, { body })))
    const report = z.object({ orphaned: z.number(), failed: z.literal(0) })
    expect(report.parse(await runSchedule('close-accounts-without-login')).orphaned).toBeGreaterThan(0)
    expect(await runSchedule('close-accounts-without-login')).toMatchObject({ orphaned: 0 })
  })
})
