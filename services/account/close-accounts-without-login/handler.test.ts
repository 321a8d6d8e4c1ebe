import { describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
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
})
