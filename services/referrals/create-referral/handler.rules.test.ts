import { describe, expect, test } from 'vitest'
import { createReferral } from '#shared/contract/referrals.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { referralRepository } from '../referral.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aDesk = async () => {
  const world = inMemory({ now })
  const referrals = referralRepository(world.table)
  const caller = await world.account()
  const deps = { referrals, siteUrl: 'https://site.example' }
  const create = (body: object) => callInMemory(createReferral, handle, { caller, body, now }, deps)
  return { create, list: () => referrals.list() }
}

describe('create-referral', () => {
  test('creates two links for two requests with the same name', async () => {
    const { create, list } = await aDesk()
    for (let i = 0; i < 2; i += 1)
      expect(await create({ referrer_name: 'Twice' })).toMatchObject({ status: 200 })
    const links = await list()
    expect(links.map(({ referrer_name }) => referrer_name)).toEqual(['Twice', 'Twice'])
    expect(new Set(links.map(({ token }) => token)).size).toBe(2)
  })

  test('stores formulas and markup in a name unchanged', async () => {
    const { create, list } = await aDesk()
    const referrer_name = '=HYPERLINK("https://x.example") <b>Siân</b>'
    await create({ referrer_name })
    expect(await list()).toMatchObject([{ referrer_name }])
  })

  test.each([
    ['', 'Referrer name is required'],
    ['   ', 'Referrer name is required'],
    ['x'.repeat(101), 'Please use at most 100 characters'],
    ['a\tb', 'Please remove control characters'],
  ])('rejects the name %j with a message', async (referrer_name, message) => {
    const { create, list } = await aDesk()
    expect(await create({ referrer_name })).toEqual(apiError('validation_failed', message))
    expect(await list()).toEqual([])
  })

  test.each([{}, { referrer_name: 7 }, { referrer_name: ['x'] }])('rejects %j', async (body) => {
    const { create, list } = await aDesk()
    expect(await create(body)).toMatchObject({ status: 400 })
    expect(await list()).toEqual([])
  })
})
