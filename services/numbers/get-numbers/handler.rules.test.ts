import { describe, expect, test } from 'vitest'
import { getNumbers, type Numbers } from '#shared/contract/numbers.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { numbersRepository } from '../numbers.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const withNumbers = async () => {
  const world = inMemory({ now })
  const numbers = numbersRepository(world.table)
  const caller = await world.account()
  const get = () => callInMemory(getNumbers, handle, { caller, now }, { numbers })
  return { numbers, get }
}

describe('get-numbers', () => {
  test('returns the figures of the last night, however often it is sent', async () => {
    const { numbers, get } = await withNumbers()
    const figures: Numbers = { computedAt: now.toISOString(), members: { monthly: 2, annual: 1 }, months: [] }
    await numbers.write({ ...figures, computedAt: '2027-02-28T03:30:00.000Z' })
    await numbers.write(figures)
    for (let i = 0; i < 2; i += 1) expect(await get()).toEqual({ status: 200, body: figures })
  })

  test('returns no figures before the first night', async () => {
    const { get } = await withNumbers()
    expect(await get()).toMatchObject({ status: 200, body: { computedAt: null, months: [] } })
  })
})
