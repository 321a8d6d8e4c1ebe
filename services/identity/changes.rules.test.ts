import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { readLink } from '#test/kit/link.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { aSignUp } from '#test/kit/people.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { addressChangeRepository } from './address-change.repository.ts'
import { claimPoolAddress, discardSignUp, finishSignUp } from './finish-sign-up.ts'
import { linkRepository } from './link.repository.ts'
import { pendingSignUpRepository } from './pending-sign-up.repository.ts'
import { profileRepository } from './profile.repository.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const newEmail = 'new@people.example'

/** An account with a link to a new address. */
const anAddressChange = async () => {
  const { table, account } = inMemory({ now })
  const { profile, userId } = await account()
  const links = linkRepository(table)
  const { path, write } = links.issue({
    type: 'emailchange',
    userId,
    email: newEmail,
    name: '',
    replaces: profile.email,
    redirect: '/',
    now,
  })
  await table.transact(write)
  const { token } = readLink(`https://advice.example${path}`)
  const link = await links.find(token, 'emailchange', now)
  if (link === undefined) throw new Error('no link')
  const changes = addressChangeRepository(table)
  /** Runs a write between the read of a confirmation and its transaction. */
  const meanwhile = (work: () => Promise<unknown>) => {
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      table.transact = transact
      await work()
      return transact(...writes)
    }
  }
  return {
    table,
    profile,
    userId,
    meanwhile,
    canConfirm: () => changes.canConfirm({ ...link, user_id: userId }, now),
    confirm: (at = now) =>
      changes.confirm(token, { ...link, user_id: userId }, 'https://advice.example/login', at),
    address: async () => (await changes.findProfile(userId))?.email,
  }
}

describe('a change of address', () => {
  test('is confirmed by one of two requests that overlap', async () => {
    const { table, confirm } = await anAddressChange()
    forceOverlap(table, 2)
    expect((await Promise.all([confirm(), confirm()])).filter(Boolean)).toHaveLength(1)
  })

  test.each([
    ['at the time of the request', now, true],
    ['a millisecond later', new Date(now.getTime() + 1), false],
  ])('is offered and confirmed according to a password changed %s', async (_time, changedAt, isValid) => {
    const { table, profile, userId, canConfirm, confirm } = await anAddressChange()
    const changed = { ...profile, password_changed_at: changedAt.toISOString() }
    await table.transact(put(keys.profile(userId), changed))
    expect(await canConfirm()).toBe(isValid)
    expect(await confirm()).toBe(isValid)
  })

  test('is not confirmed once the link has expired', async () => {
    const { confirm, address, profile } = await anAddressChange()
    expect(await confirm(new Date(now.getTime() + linkLifeSeconds.emailchange * 1000))).toBe(false)
    expect(await address()).toBe(profile.email)
  })

  test.each([
    ['the details change', (profile: object) => ({ ...profile, details_changed_at: now.toISOString() })],
    ['the address changes', (profile: object) => ({ ...profile, email: 'third@people.example' })],
    ['the account is deleted', () => ({ entity: 'tombstone', deleted_at: now.toISOString() })],
  ])('is not confirmed if %s in the meantime', async (_case, changed) => {
    const { table, profile, userId, confirm, meanwhile } = await anAddressChange()
    meanwhile(() => table.transact(put(keys.profile(userId), { user_id: userId, ...changed(profile) })))
    expect(await confirm()).toBe(false)
    expect(await findIdByAddress(table, newEmail)).toBeUndefined()
  })

  test('is not confirmed if the old address belongs to another account in the meantime', async () => {
    const { table, profile, confirm, meanwhile, address } = await anAddressChange()
    const taken = {
      entity: 'address',
      email: profile.email,
      user_id: 'another',
      confirmed_at: now.toISOString(),
    }
    meanwhile(() => table.transact(put(keys.address(profile.email), taken)))
    expect(await confirm()).toBe(false)
    expect(await address()).toBe(profile.email)
  })
})

describe('a change of details', () => {
  const form = {
    fullName: 'Changed Name',
    companyName: 'Harbour Lettings (sample)',
    streetAddress: '2 Example Row',
    city: 'Sampleton',
    postcode: 'ZZ1 1ZZ',
    numberOfEmployees: 3,
    userType: 'agent',
  } as const

  test.each([undefined, '2026-02-01T00:00:00.000Z'])(
    'is made by one of two requests that saw %s',
    async (seen) => {
      const { table, account } = inMemory({ now })
      const { profile } = await account()
      const known = seen === undefined ? profile : { ...profile, details_changed_at: seen }
      await table.transact(put(keys.profile(profile.user_id), known))
      forceOverlap(table, 2)
      const change = (fullName: string) =>
        profileRepository(table).change(known, { ...form, fullName }, seen, now)
      const results = await Promise.all([change('First Name'), change('Second Name')])
      expect(results.filter((result) => result === 'stale')).toHaveLength(1)
    },
  )

  test.each([undefined, '2026-02-01T00:00:00.000Z'])(
    'is not made to an account that was deleted after it was read (%s)',
    async (seen) => {
      const { table, account } = inMemory({ now })
      const { profile } = await account()
      const known = seen === undefined ? profile : { ...profile, details_changed_at: seen }
      const tombstone = { ...known, entity: 'tombstone' }
      await table.transact(put(keys.profile(profile.user_id), tombstone))
      expect(await profileRepository(table).change(known, form, seen, now)).toBe('stale')
    },
  )

  test('is stale if the page shows an earlier version', async () => {
    const { table, account } = inMemory({ now })
    const { profile } = await account()
    const known = { ...profile, details_changed_at: now.toISOString() }
    expect(await profileRepository(table).change(known, form, undefined, now)).toBe('stale')
  })
})

describe('a pending sign-up', () => {
  test('is unconfirmable if an account confirms its address concurrently', async () => {
    const { table, pool, send, emailsTo, newestLink, press, signUp } = identityInMemory()
    const first = await signUp()
    const link = await newestLink(first.email)
    const transact = table.transact.bind(table)
    let isOvertaken = false
    table.transact = async (...writes) => {
      if (!isOvertaken && writes.some(({ kind, key }) => kind === 'check' && key.pk.startsWith('address#'))) {
        isOvertaken = true
        await press(link)
      }
      return transact(...writes)
    }
    const form = aSignUp({ email: first.email })
    expect(await send.signUp(form)).toMatchObject({ status: 200 })
    expect(isOvertaken).toBe(true)
    expect((await emailsTo(first.email)).at(-1)).toMatchObject({ template: 'already-registered' })
    expect(pool.canSignIn(first.email, form.password)).toBe(false)
    // These are the account, and the user of the sign-up that no link confirms.
    expect(pool.size()).toBe(2)
  })

  test('cannot be discarded after its confirmation', async () => {
    const { openAccount, deps, pool, profileOf, now: time } = identityInMemory()
    const { userId } = await openAccount()
    await discardSignUp(userId, deps, time())
    expect(await profileOf(userId)).toBeDefined()
    expect(pool.has(userId)).toBe(true)
  })

  test('cannot be invalidated if it does not exist', async () => {
    const { table } = inMemory({ now })
    const signUps = pendingSignUpRepository(table)
    expect(await signUps.invalidate('unknown', now)).toBe(false)
    expect(await table.list(keys.profile('unknown').pk, '')).toEqual([])
  })
})

describe('the address of a user in the pool', () => {
  test('is taken from the user of a deleted account', async () => {
    const { deps, pool } = identityInMemory()
    const [leftOver, userId] = [await pool.create(), await pool.create()]
    await pool.claimAddress(leftOver, newEmail)
    await claimPoolAddress(userId, newEmail, deps)
    expect(await pool.findIdByAddress(newEmail)).toBe(userId)
    expect(pool.has(leftOver)).toBe(false)
  })

  test('stays free if it is free already', async () => {
    const { deps, pool } = identityInMemory()
    const userId = await pool.create()
    await claimPoolAddress(userId, newEmail, deps)
    await claimPoolAddress(userId, newEmail, deps)
    expect(pool.size()).toBe(1)
    expect(await pool.findIdByAddress(newEmail)).toBe(userId)
  })

  test('is claimed without a deletion if it becomes free in the meantime', async () => {
    const outcomes = ['taken', 'claimed'] as const
    const deleted: unknown[] = []
    let claims = 0
    const userPool = {
      claimAddress: async () => outcomes[claims++] ?? 'claimed',
      findIdByAddress: async () => undefined,
      delete: async (userId: string) => void deleted.push(userId),
    }
    await claimPoolAddress('user', newEmail, { userPool })
    expect([claims, deleted]).toEqual([2, []])
  })

  test.each(['nobody', 'a user who cannot be deleted'])(
    'fails loudly if it stays taken by %s',
    async (holder) => {
      const userPool = {
        claimAddress: async () => 'taken' as const,
        findIdByAddress: async () => (holder === 'nobody' ? undefined : 'another'),
        delete: async () => undefined,
      }
      await expect(claimPoolAddress('user', newEmail, { userPool })).rejects.toThrow('another user')
    },
  )

  test('is claimed again, with everything that follows, when the steps are repeated', async () => {
    const { openAccount, deps, pool, now: time } = identityInMemory()
    const { email, userId, password } = await openAccount()
    for (let run = 0; run < 2; run += 1) await finishSignUp({ userId, email }, deps, time())
    expect(pool.canSignIn(email, password)).toBe(true)
  })
})
