import { describe, expect, test } from 'vitest'
import {
  getReferralAnalytics,
  listReferrals,
  revokeReferral,
  rotateReferral,
} from '#shared/contract/referrals.ts'
import { callOk, type Signed } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { landing, pressButton } from '#test/kit/link.ts'
import { operator } from '#test/kit/operator.ts'
import { aReferral, signUpWith, twoLinks, verify } from '#test/kit/referral.ts'
import { keys } from '#platform/table/keys.ts'

const usedCount = async (as: Signed, name: string) =>
  (await callOk(listReferrals, { as })).data.find(({ referrer_name }) => referrer_name === name)?.used_count

/** Returns a referrer's daily counts in the analytics. */
const daysOf = async (as: Signed, name: string) => {
  const body = { startDate: '2025-12-01', endDate: '2030-11-30', groupBy: 'day' as const }
  const { data } = await callOk(getReferralAnalytics, { as, body })
  return data.analytics
    .filter(({ referrer }) => referrer === name)
    .map(({ period, count }) => ({ period, count }))
}

const isSignedIn = (reply: Parameters<typeof landing>[0]) => 'access_token' in landing(reply).fragment

describe('referral use', () => {
  test('counts a sign-up when its address is verified, not before', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const email = await signUpWith(token)
    expect(await usedCount(as, referrer_name)).toBe(0)
    await verify(email)
    expect(await usedCount(as, referrer_name)).toBe(1)
  })

  test('counts an account once if two links verify it at the same time', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const links = await twoLinks(await signUpWith(token))
    expect(links).toHaveLength(2)
    const replies = await Promise.all([...links, ...links].map((link) => pressButton(link)))
    expect(replies.filter(isSignedIn).length).toBeGreaterThan(0)
    expect(await usedCount(as, referrer_name)).toBe(1)
    expect((await daysOf(as, referrer_name)).map(({ count }) => count)).toEqual([1])
  })

  test('counts each of several accounts that are verified at the same time', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const emails = await Promise.all(Array.from({ length: 4 }, () => signUpWith(token)))
    const replies = await Promise.all(emails.map(verify))
    expect(replies.filter(isSignedIn)).toHaveLength(4)
    expect(await usedCount(as, referrer_name)).toBe(4)
    expect((await daysOf(as, referrer_name)).map(({ count }) => count)).toEqual([4])
  })

  test('counts a sign-up whose referral link was rotated before verification', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const email = await signUpWith(token)
    await callOk(rotateReferral, { as, body: { token } })
    await verify(email)
    expect(await usedCount(as, referrer_name)).toBe(1)
  })

  test('verifies the address but counts nothing if the referral link was revoked', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const email = await signUpWith(token)
    await callOk(revokeReferral, { as, body: { token } })
    expect(isSignedIn(await verify(email))).toBe(true)
    expect(await daysOf(as, referrer_name)).toEqual([])
  })

  test('counts nothing for a token that was already invalid at sign-up', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    await callOk(rotateReferral, { as, body: { token } })
    expect(isSignedIn(await verify(await signUpWith(token)))).toBe(true)
    expect(await usedCount(as, referrer_name)).toBe(0)
  })

  test('counts nothing for a token that has expired', async () => {
    const as = await given.admin()
    const { token, referrer_name } = await aReferral(as)
    const table = await operator.table()
    const [item] = await table.list(keys.referralToken(token).pk, 'token')
    await table.put(keys.referralToken(token), { ...item, expires_at: '2026-01-01T00:00:00.000Z' })
    expect(isSignedIn(await verify(await signUpWith(token)))).toBe(true)
    expect(await usedCount(as, referrer_name)).toBe(0)
  })

  test.each([
    ['2026-06-30T22:59:00.000Z', '2026-06-30'],
    ['2026-06-30T23:01:00.000Z', '2026-07-01'],
    ['2025-12-31T23:59:00.000Z', '2025-12-31'],
    ['2026-01-01T00:01:00.000Z', '2026-01-01'],
  ])('counts a verification at %s for the London date %s', async (at, period) => {
    const { day, name } = await clock.at(at, async () => {
      const as = await given.admin()
      const { token, referrer_name } = await aReferral(as)
      await verify(await signUpWith(token))
      return { day: await daysOf(as, referrer_name), name: referrer_name }
    })
    expect(day, name).toEqual([{ period, count: 1 }])
  })
})
