import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { log } from './log.ts'
import { scheduled } from './scheduled.ts'
import { parseEach, parseItem } from './parse-each.ts'

const items = [
  { pk: 'guest#first', sk: 'pass', minutes: 30 },
  { pk: 'guest#damaged', sk: 'pass', entity: 'pass', minutes: 'thirty' },
  { pk: 'guest#last', sk: 'pass', minutes: 60 },
]

const minutesOf = ({ minutes }: Record<string, unknown>): number => {
  if (typeof minutes !== 'number') throw new Error('Invalid input: expected number')
  return minutes
}

test('a scheduled run processes the other items of a list, and fails afterwards', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const processed: number[] = []
  const run = scheduled(async () => processed.push(...parseEach(items, minutesOf)))
  await expect(run()).rejects.toThrow('1 items could not be read')
  expect(processed).toEqual([30, 60])
  expect(error).toHaveBeenCalledWith(
    'item not readable',
    expect.objectContaining({
      entity: 'pass',
      itemKey: 'guest#damaged',
      itemSortKey: 'pass',
      reason: 'Invalid input: expected number',
    }),
  )
})

test('a scheduled run that fails for another reason states that one', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  const run = scheduled(async () => {
    parseEach(items, minutesOf)
    throw new Error('2 passes could not be closed')
  })
  await expect(run()).rejects.toThrow('2 passes could not be closed')
})

test('a run counts no items of another one', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  const damaged = scheduled(async () => parseEach(items, minutesOf))
  const others = scheduled(async () => parseEach(items.slice(0, 1), minutesOf))
  expect(await Promise.allSettled([damaged(), others()])).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: [30] },
  ])
})

test('outside scheduled runs, an item that cannot be parsed throws, and the log names it', () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const schema = z.object({ minutes: z.number() })
  expect(() => items.map((item) => parseItem(schema, item))).toThrow('invalid_type')
  expect(() => parseEach(items, minutesOf)).toThrow('Invalid input')
  const named = { itemKey: 'guest#damaged', itemSortKey: 'pass' }
  expect(error.mock.calls).toEqual([
    ['item not readable', expect.objectContaining({ ...named, reason: 'Not valid: minutes' })],
    ['item not readable', expect.objectContaining(named)],
  ])
})

test.each([
  [
    { pk: 'address#robin@people.example', sk: 'account', entity: 'address', user_id: 'u1' },
    { entity: 'address', userId: 'u1' },
  ],
  [
    { pk: 'library', sk: 'unfinished#guides_1763600000000_Robin Lee.pdf' },
    { itemKey: 'library', itemSortKey: 'unfinished#guides_1763600000000' },
  ],
  [
    { pk: 'reserved-name#guides_1763600000000_Robin Lee.pdf', sk: 'reserved-name' },
    { itemKey: 'reserved-name#guides_1763600000000', itemSortKey: 'reserved-name' },
  ],
])('no log contains the personal part of a key: %#', async (item, logged) => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  await expect(scheduled(async () => parseEach([item], minutesOf))()).rejects.toThrow('1 items')
  expect(error).toHaveBeenCalledWith('item not readable', expect.objectContaining(logged))
  expect(JSON.stringify(error.mock.calls)).not.toMatch(/robin/i)
})
