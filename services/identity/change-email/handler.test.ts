import { describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { changeEmail } from '#shared/contract/profile-changes.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { linkFor, pressButton } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { stripe } from '#test/kit/stripe.ts'

describe('change-email', () => {
  test('changes the address of a member who opens the link, including at Stripe', async () => {
    const as = await given.monthlyMember()
    const email = newEmail('new')
    await callOk(changeEmail, { as, body: { email } })
    await inbox.waitFor(as.email, /asked to change the email address/)
    const reply = await pressButton(await linkFor(email, /Confirm your new email address/))
    expect(reply.status).toBe(200)
    expect(await callOk(getProfile, { as })).toMatchObject({ email })
    await callOk(getProfile, { as: await pool.signIn(email, as.password) })
    await runSchedule('copy-account-details')
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ email })
    await inbox.waitFor(as.email, /has been changed/)
  })
})
