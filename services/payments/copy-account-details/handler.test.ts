import { describe, expect, test } from 'vitest'
import { updateProfile } from '#shared/contract/profile-changes.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { stripe } from '#test/kit/stripe.ts'

describe('copy-account-details', () => {
  test('copies the changed details of a member to the Stripe customer', async () => {
    const as = await given.monthlyMember()
    const body = {
      fullName: 'Nadia Oyelaran-Price',
      companyName: 'Quayside Lettings (sample)',
      streetAddress: '7 Example Row',
      city: 'Sampleton',
      postcode: 'ZZ1 2ZZ',
      numberOfEmployees: 5,
      userType: 'landlord',
    }
    await callOk(updateProfile, { as, body })
    await runSchedule('copy-account-details')
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({
      name: 'Nadia Oyelaran-Price',
      email: as.email,
      address: { line1: 'Quayside Lettings (sample)', line2: '7 Example Row', postal_code: 'ZZ1 2ZZ' },
    })
  })
})
