import { describe, expect, test } from 'vitest'
import { validateReferral } from '#shared/contract/referrals.ts'
import { keys } from '#platform/table/keys.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { referralRepository } from '../referral.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aTable = () => {
  const world = inMemory({ now })
  const validate = (body: object) =>
    callInMemory(validateReferral, handle, { body, now }, { referrals: referralRepository(world.table) })
  return { world, validate }
}

describe('validate-referral', () => {
  test.each([
    ['2027-03-01T10:00:00.000Z', { valid: false, expired: true }],
    ['2027-03-01T10:00:00.001Z', { valid: true, expired: false }],
    [undefined, { valid: true, expired: false }],
  ])('returns the result for a token that expires at %s: %j', async (expires_at, verdict) => {
    const { world, validate } = aTable()
    const item = { entity: 'referral_token', referral_id: 'link-1', expires_at }
    await world.table.put(keys.referralToken('a-token'), item)
    expect(await validate({ token: 'a-token' })).toEqual({ status: 200, body: verdict })
  })

  test('does not find items of other kinds', async () => {
    const { world, validate } = aTable()
    const { userId } = await world.account()
    expect(await validate({ token: `../user#${userId}` })).toMatchObject({ body: { valid: false } })
  })

  test.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }])('rejects %j', async (body) => {
    const { validate } = aTable()
    expect(await validate(body)).toMatchObject({ status: 400 })
  })
})
