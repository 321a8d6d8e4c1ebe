import { describe, expect, test } from 'vitest'
import { rotateReferral } from '#shared/contract/referrals.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { referralRepository } from '../referral.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

/** One referral link. */
const aReferral = async () => {
  const world = inMemory({ now })
  const referrals = referralRepository(world.table)
  const caller = await world.account()
  const token = await referrals.create('Harbour Lettings', { adminId: caller.userId, now })
  const deps = { referrals, siteUrl: 'https://site.example' }
  const rotate = (body: object = { token }) =>
    callInMemory(rotateReferral, handle, { caller, body, now }, deps)
  return { table: world.table, referrals, token, rotate }
}

describe('rotate-referral', () => {
  test('accepts one of five concurrent requests and returns not found to the others', async () => {
    const { table, referrals, token, rotate } = await aReferral()
    forceOverlap(table, 5)
    const replies = await Promise.all(Array.from({ length: 5 }, () => rotate()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    const links = await referrals.list()
    expect(links).toHaveLength(1)
    expect(links[0]?.token).not.toBe(token)
    expect(await referrals.findToken(links[0]?.token ?? '')).toBeDefined()
    expect(await referrals.findToken(token)).toBeUndefined()
  })

  test('says that the link has changed if it is rotated or revoked already', async () => {
    const { rotate } = await aReferral()
    expect(await rotate()).toMatchObject({ status: 200 })
    expect(await rotate()).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('already been rotated or revoked') } },
    })
  })

  test.each([{}, { token: '' }, { token: 7 }])('rejects %j and changes nothing', async (body) => {
    const { referrals, token, rotate } = await aReferral()
    expect(await rotate(body)).toMatchObject({ status: 400 })
    expect(await referrals.findToken(token)).toBeDefined()
  })
})
