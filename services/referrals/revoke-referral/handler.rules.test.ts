import { describe, expect, test } from 'vitest'
import { revokeReferral } from '#shared/contract/referrals.ts'
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
  const revoke = (body: object = { token }) =>
    callInMemory(revokeReferral, handle, { caller, body, now }, { referrals })
  return { table: world.table, referrals, revoke }
}

describe('revoke-referral', () => {
  test('says that the link has changed if it is rotated or revoked already', async () => {
    const { referrals, revoke } = await aReferral()
    expect(await revoke()).toEqual({ status: 200, body: {} })
    expect(await revoke()).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('already been rotated or revoked') } },
    })
    expect(await referrals.list()).toEqual([])
  })

  test('accepts one of five concurrent requests and returns not found to the others', async () => {
    const { table, revoke } = await aReferral()
    forceOverlap(table, 5)
    const replies = await Promise.all(Array.from({ length: 5 }, () => revoke()))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  })

  test.each([{}, { token: '' }, { token: 'x'.repeat(201) }])('rejects %j', async (body) => {
    const { referrals, revoke } = await aReferral()
    expect(await revoke(body)).toMatchObject({ status: 400 })
    expect(await referrals.list()).toHaveLength(1)
  })
})
