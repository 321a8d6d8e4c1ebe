import { describe, expect, test } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { updateProfile } from '#shared/contract/profile-changes.ts'
import { keys } from '#platform/table/keys.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { apiError } from '#test/kit/api-error.ts'
import { accountSearchRemovals, accountSearchWrites } from '../account-search.ts'
import { profileRepository } from '../profile.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const details = {
  fullName: 'Nadia Oyelaran-Price',
  companyName: 'Quayside Lettings (sample)',
  streetAddress: '7 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 2ZZ',
  numberOfEmployees: 5,
  userType: 'landlord',
}

const start = async () => {
  const world = inMemory({ now })
  const caller = await world.account()
  const profiles = profileRepository(world.table)
  return {
    world,
    caller,
    profiles,
    /** Sends a request as the caller, whose profile is read again, as for every request. */
    send: async (changes: object = {}, at = now) => {
      const profile = (await profiles.find(caller.userId)) ?? caller.profile
      const request = { caller: { ...caller, profile }, body: { ...details, ...changes }, now: at }
      return callInMemory(updateProfile, handle, request, { profiles })
    },
  }
}

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('update-profile', () => {
  test('changes the details and returns the profile', async () => {
    const { caller, profiles, send } = await start()
    const changed = {
      full_name: 'Nadia Oyelaran-Price',
      company_name: 'Quayside Lettings (sample)',
      street_address: '7 Example Row',
      postcode: 'ZZ1 2ZZ',
      number_of_employees: 5,
      user_type: 'landlord',
      details_changed_at: now.toISOString(),
    }
    expect(await send()).toMatchObject({ status: 200, body: { ...changed, email: caller.profile.email } })
    expect(await profiles.find(caller.userId)).toMatchObject({ ...caller.profile, ...changed })
  })

  test('stores a postcode with capitals and its space, and accepts it again as typed', async () => {
    const { send } = await start()
    for (let i = 0; i < 2; i += 1)
      expect(await send({ postcode: 'zz13zz' })).toMatchObject({ status: 200, body: { postcode: 'ZZ1 3ZZ' } })
  })

  test('lists the account for the copy to Stripe', async () => {
    const { world, caller, send } = await start()
    await send()
    const { gsi1pk } = keys.accountDetailsChanged('')
    expect(await world.table.listByIndex(gsi1pk)).toMatchObject([{ user_id: caller.userId }])
  })

  test('leaves no search entry of an account with the most entries, half of them from an earlier release', async () => {
    const words = (letter: string) => Array.from({ length: 40 }, (_, i) => `${letter}’${String(i)}`).join(' ')
    const { world, caller, send } = await start()
    const email = `${'a.'.repeat(31)}a@${'b-'.repeat(30)}b.example`
    const before = { ...caller.profile, email, full_name: words('n'), company_name: words('c') }
    await world.table.put(keys.profile(caller.userId), before)
    for (const { key } of accountSearchRemovals(before))
      await world.table.put(key, { entity: 'account_search', email })
    const after = { ...before, full_name: words('o'), company_name: words('d') }
    const change = { fullName: after.full_name, companyName: after.company_name }
    expect(await send(change)).toMatchObject({ status: 200 })
    const entries = await world.table.list(keys.accountSearch('', '').pk, '')
    const expected = accountSearchWrites(after).map(({ key }) => key.sk)
    expect(entries.map(({ sk }) => sk)).toEqual(expected.toSorted())
  })

  test('returns the same profile when it is sent twice', async () => {
    const { send } = await start()
    expect(await send({}, later(1))).toEqual(await send())
  })

  test('rejects details that were changed in another window in the meantime', async () => {
    const { caller, profiles, send } = await start()
    await send()
    expect(await send({ city: 'Elsewhere' }, later(1))).toMatchObject(apiError('profile_changed'))
    expect(await profiles.find(caller.userId)).toMatchObject({ city: 'Sampleton' })
    const seen = { city: 'Elsewhere', details_changed_at: now.toISOString() }
    expect(await send(seen, later(2))).toMatchObject({ status: 200, body: { city: 'Elsewhere' } })
  })

  test("changes the caller's own account only", async () => {
    const { world, profiles, send } = await start()
    const other = await world.account()
    await send({ user_id: other.userId, email: other.profile.email })
    expect(await profiles.find(other.userId)).toEqual(other.profile)
  })

  test('changes nothing about a deleted account', async () => {
    const { world, caller, profiles } = await start()
    await world.table.delete(keys.profile(caller.userId))
    const request = { caller, body: details, now }
    expect(await callInMemory(updateProfile, handle, request, { profiles })).toMatchObject(
      apiError('profile_changed'),
    )
  })

  test.each([
    [{ fullName: ' ' }, 'Full name is required'],
    [{ companyName: 'A' }, 'Company name must be at least 2 characters'],
    [{ streetAddress: '1 A' }, 'Street address must be at least 5 characters'],
    [{ numberOfEmployees: 0 }, 'Number of employees must be at least 1'],
    [{ userType: 'tenant' }, 'Please select whether you are a landlord or agent'],
  ])('rejects %j as the sign-up form does', async (changes, message) => {
    const { send } = await start()
    expect(await send(changes)).toMatchObject(apiError('validation_failed', message))
  })
})
