import { describe, expect, test } from 'vitest'
import {
  createReferral,
  getReferralAnalytics,
  listReferrals,
  revokeReferral,
  rotateReferral,
} from '#shared/contract/referrals.ts'
import { keys } from '#platform/table/keys.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { beforeNextWrite, forceOverlap } from '#test/kit/overlap.ts'
import { handle as create } from './create-referral/handler.ts'
import { handle as analyse } from './get-referral-analytics/handler.ts'
import { handle as list } from './list-referrals/handler.ts'
import { referralRepository } from './referral.repository.ts'
import { handle as revoke } from './revoke-referral/handler.ts'
import { handle as rotate } from './rotate-referral/handler.ts'

/** An admin with a referral link. */
const aReferral = async (options: Parameters<typeof identityInMemory>[0] = {}) => {
  const identity = identityInMemory(options)
  const deps = { referrals: referralRepository(identity.table), siteUrl: 'http://localhost:3000' }
  const caller = await identity.world.account()
  const request = () => ({ caller, now: identity.now() })
  const body = { referrer_name: 'Harbour Lettings' }
  const created = await callInMemory(createReferral, create, { ...request(), body }, deps)
  if (!('token' in created.body)) throw new Error('The referral was not created')
  const { token } = created.body
  return {
    identity,
    token,
    rotate: () => callInMemory(rotateReferral, rotate, { ...request(), body: { token } }, deps),
    revoke: () => callInMemory(revokeReferral, revoke, { ...request(), body: { token } }, deps),
    usedCount: async () => {
      const { body: listed } = await callInMemory(listReferrals, list, request(), deps)
      return 'data' in listed ? listed.data[0]?.used_count : undefined
    },
    /** Returns the daily counts in the analytics. */
    days: async () => {
      const period = { startDate: '2025-12-01', endDate: '2030-11-30', groupBy: 'day' }
      const { body: found } = await callInMemory(
        getReferralAnalytics,
        analyse,
        { ...request(), body: period },
        deps,
      )
      return 'data' in found
        ? found.data.analytics.map(({ period: day, count }) => ({ period: day, count }))
        : []
    },
    /** Signs up with the referral link and returns the email's link. */
    signUp: async () => identity.newestLink((await identity.signUp({ referrer_token: token })).email),
    isSignedIn: async (link: string) => 'access_token' in (await identity.press(link)).fragment,
  }
}

describe('referral use', () => {
  test('counts a sign-up when its address is verified, not before', async () => {
    const referral = await aReferral()
    const link = await referral.signUp()
    expect(await referral.usedCount()).toBe(0)
    expect(await referral.isSignedIn(link)).toBe(true)
    expect(await referral.usedCount()).toBe(1)
  })

  test('counts an account once if two links verify it at the same time', async () => {
    const { identity, token, ...referral } = await aReferral()
    const { email } = await identity.signUp({ referrer_token: token })
    await identity.send.resendConfirmation({ email })
    const links = await identity.linksTo(email)
    expect(links).toHaveLength(2)
    forceOverlap(identity.table, 4)
    const results = await Promise.all([...links, ...links].map(referral.isSignedIn))
    expect(results).toContain(true)
    expect(await referral.usedCount()).toBe(1)
    expect(await referral.days()).toMatchObject([{ count: 1 }])
  })

  test('counts each of several accounts that are verified at the same time', async () => {
    const referral = await aReferral()
    const links = await Promise.all(Array.from({ length: 4 }, referral.signUp))
    forceOverlap(referral.identity.table, 4)
    expect(await Promise.all(links.map(referral.isSignedIn))).toEqual([true, true, true, true])
    expect(await referral.usedCount()).toBe(4)
    expect(await referral.days()).toMatchObject([{ count: 4 }])
  })

  test('counts a sign-up whose referral link was rotated before verification, for the token that it used', async () => {
    const { identity, ...referral } = await aReferral()
    const link = await referral.signUp()
    await referral.rotate()
    await referral.isSignedIn(link)
    expect(await referral.usedCount()).toBe(1)
    const days = await referralRepository(identity.table).listDays('2025-12-01', '2030-11-30')
    expect(days).toMatchObject([{ token: referral.token, count: 1 }])
  })

  test('verifies the address but counts nothing if the referral link was revoked', async () => {
    const referral = await aReferral()
    const link = await referral.signUp()
    await referral.revoke()
    expect(await referral.isSignedIn(link)).toBe(true)
    expect(await referral.days()).toEqual([])
  })

  test('does not bring back a referral link that is revoked while the address is verified', async () => {
    const { identity, ...referral } = await aReferral()
    const link = await referral.signUp()
    beforeNextWrite(identity.table, referral.revoke)
    expect(await referral.isSignedIn(link)).toBe(true)
    expect(await identity.table.list(keys.referral('').pk, '')).toEqual([])
    expect(await referral.days()).toEqual([])
  })

  test('counts nothing for a token that was already invalid at sign-up', async () => {
    const referral = await aReferral()
    await referral.rotate()
    expect(await referral.isSignedIn(await referral.signUp())).toBe(true)
    expect(await referral.usedCount()).toBe(0)
  })

  test('counts nothing for a token that has expired', async () => {
    const { identity, token, ...referral } = await aReferral()
    const [item] = await identity.table.list(keys.referralToken(token).pk, 'token')
    await identity.table.put(keys.referralToken(token), { ...item, expires_at: '2026-01-01T00:00:00.000Z' })
    expect(await referral.isSignedIn(await referral.signUp())).toBe(true)
    expect(await referral.usedCount()).toBe(0)
  })

  test.each([
    ['2026-06-30T22:59:00.000Z', '2026-06-30'],
    ['2026-06-30T23:01:00.000Z', '2026-07-01'],
    ['2025-12-31T23:59:00.000Z', '2025-12-31'],
    ['2026-01-01T00:01:00.000Z', '2026-01-01'],
  ])('counts a verification at %s for the London date %s', async (at, period) => {
    const referral = await aReferral({ at: new Date(at) })
    await referral.isSignedIn(await referral.signUp())
    expect(await referral.days()).toEqual([{ period, count: 1 }])
  })
})
