import { describe, expect, test } from 'vitest'
import { exportAccountData } from '#shared/contract/account.ts'
import { getProfile } from '#shared/contract/identity.ts'
import { updateProfile } from '#shared/contract/profile-changes.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('update-profile', () => {
  test('changes the profile, which the export then contains', async () => {
    const as = await given.user()
    const body = {
      fullName: 'Nadia Oyelaran-Price',
      companyName: 'Quayside Lettings (sample)',
      streetAddress: '7 Example Row',
      city: 'Sampleton',
      postcode: 'ZZ1 2ZZ',
      numberOfEmployees: 5,
      userType: 'landlord',
    }
    const changed = await callOk(updateProfile, { as, body })
    expect(changed).toMatchObject({ full_name: 'Nadia Oyelaran-Price', user_type: 'landlord' })
    expect(await callOk(getProfile, { as })).toEqual(changed)
    const { profile } = await callOk(exportAccountData, { as })
    expect(profile).toMatchObject([{ company_name: 'Quayside Lettings (sample)', postcode: 'ZZ1 2ZZ' }])
  })
})
