import '#test/kit/in-memory/environment.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addPurchase, applySessionEvent, endOf, minutesOf, type Pass } from '#shared/rules/pass.ts'
import { passUse } from '#shared/rules/withdrawal.ts'
import type * as Plans from '#shared/values/plans.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passRepository } from './pass.repository.ts'

const offer = vi.hoisted(() => ({ minutes: 30, days: 30 }))
vi.mock('#shared/values/plans.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Plans>()),
  get passMinutes() {
    return offer.minutes
  },
  get unusedPassDays() {
    return offer.days
  },
}))
afterEach(() => void Object.assign(offer, { minutes: 30, days: 30 }))

const paid = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(paid.getTime() + minutes * 60_000)
const daysLater = (days: number) => minutesLater(days * 24 * 60)

/** Stores a pass and reads it again. */
const store = async (pass: Pass): Promise<Pass> => {
  const passes = passRepository(inMemory({ now: paid }).table)
  const stored = { holder: { keyHash: 'a' }, firstSessionId: 'a', email: null, pass, version: 0 }
  await passes.write({ stored, now: paid })
  const found = await passes.findByKeyHash('a')
  if (found === undefined) throw new Error('The pass is stored')
  return found.pass
}

describe('a pass that was sold before the minutes or days of passes change', () => {
  test.each([
    ['lowered', { minutes: 20, days: 9 }],
    ['raised', { minutes: 45, days: 60 }],
  ])('keeps the minutes and days that it was sold with: %s', async (_change, changed) => {
    const pass = await store(addPurchase(undefined, 'a', paid))
    Object.assign(offer, changed)
    expect([minutesOf(pass), endOf(pass)]).toEqual([30, daysLater(30)])
    const started = applySessionEvent(pass, 'started', paid)
    expect(started !== 'over' && endOf(started)).toEqual(minutesLater(30))
    expect(passUse(pass, 'a', paid)).toEqual({ used: 0, of: 30 })
  })

  test('is extended by the minutes of the later purchase, and keeps its days', async () => {
    const first = addPurchase(undefined, 'a', paid)
    Object.assign(offer, { minutes: 20, days: 9 })
    const pass = await store(addPurchase(first, 'b', minutesLater(5)))
    expect([minutesOf(pass), endOf(pass)]).toEqual([50, daysLater(30)])
    expect([passUse(pass, 'a', paid).of, passUse(pass, 'b', paid).of]).toEqual([30, 20])
  })

  test('has thirty minutes and thirty days if its record does not state them', async () => {
    const purchases = { a: { paidAt: paid.toISOString(), reversed: false } }
    const pass = await store({ paidAt: paid.toISOString(), purchases })
    Object.assign(offer, { minutes: 20, days: 9 })
    expect([minutesOf(pass), endOf(pass)]).toEqual([30, daysLater(30)])
  })
})
