import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answered, bought, endOf, isUsable, minutesOf, type Pass, reported, withBlock } from './pass.ts'

const paid = new Date('2027-03-01T11:00:00Z')
const after = (minutes: number) => new Date(paid.getTime() + minutes * 60_000)
const aPass = bought(undefined, 'cs_1', paid)
const started = (pass: Pass, at: Date): Pass => {
  const next = reported(pass, 'started', at)
  if (next === 'over') throw new Error('The pass is over')
  return next
}

test('a pass waits for its first answer, and then runs for thirty minutes', () => {
  expect(isUsable(aPass, after(60 * 24))).toBe(true)
  const running = started(aPass, after(100))
  expect(isUsable(running, new Date(after(130).getTime() - 1))).toBe(true)
  expect(isUsable(running, after(130))).toBe(false)
})

test('a pass that nobody answers lapses after thirty days', () => {
  expect(endOf(aPass)).toEqual(after(30 * 24 * 60))
})

test('bought again it gains thirty minutes and keeps its start', () => {
  const running = started(bought(started(aPass, after(1)), 'cs_2', after(5)), after(9))
  expect(running.startedAt).toBe(after(1).toISOString())
  expect(endOf(running)).toEqual(after(61))
})

test('what goes back takes its minutes, and brings them again when it comes back', () => {
  const two = bought(aPass, 'cs_2', after(5))
  const one = withBlock(two, 'cs_1', true)
  expect([minutesOf(two), minutesOf(one)]).toEqual([60, 30])
  expect(isUsable(withBlock(one, 'cs_2', true), after(6))).toBe(false)
  expect(withBlock(one, 'cs_1', false)).toEqual(two)
})

test('what is not of the pass changes nothing', () => {
  expect(withBlock(aPass, 'cs_other', true)).toBe(aPass)
  expect(withBlock(aPass, 'cs_1', false)).toBe(aPass)
})

test('an end before any answer costs nothing; after one, it ends the pass', () => {
  expect(reported(aPass, 'ended', after(1))).toBe(aPass)
  const over = reported(started(aPass, after(1)), 'ended', after(2))
  expect(over).toMatchObject({ endedAt: after(2).toISOString() })
  expect(reported(over as Pass, 'started', after(3))).toBe('over')
})

test("an answer that the chat's provider tells of starts the pass at its own time, in no future", () => {
  expect(answered(aPass, after(5), after(9)).startedAt).toBe(after(5).toISOString())
  expect(answered(aPass, after(15), after(9)).startedAt).toBe(after(9).toISOString())
})

test('an answer moves no start, and one from before the payment is not about the pass', () => {
  const running = started(aPass, after(5))
  expect(answered(running, after(2), after(9))).toBe(running)
  expect(answered(aPass, after(-1), after(9))).toBe(aPass)
  expect(answered(aPass, after(31 * 24 * 60), after(31 * 24 * 60))).toBe(aPass)
})

test('an answer that we hear of when its time is over leaves the pass over', () => {
  const over = answered(aPass, after(5), after(60))
  expect(over).toMatchObject({ startedAt: after(5).toISOString(), endedAt: after(35).toISOString() })
  expect(isUsable(over, after(60))).toBe(false)
})

const report = fc.record({
  event: fc.constantFrom('started' as const, 'ended' as const),
  wait: fc.integer({ min: 0, max: 40 }),
})

test('whatever is reported, in whatever order, nobody gets more than was paid for', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 30 }), (reports) => {
      let [pass, minute] = [aPass, 0]
      const usable: number[] = []
      for (const { event, wait } of reports) {
        minute += wait
        const next = reported(pass, event, after(minute))
        if (next === 'over') continue
        expect(pass.startedAt === undefined || next.startedAt === pass.startedAt).toBe(true)
        pass = next
        if (pass.startedAt !== undefined) usable.push(minute)
      }
      expect(Math.max(...usable, 0) - Math.min(...usable, Infinity)).toBeLessThanOrEqual(30)
    }),
  )
})
