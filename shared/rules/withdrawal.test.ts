import { describe, expect, test } from 'vitest'
import { addPurchase, reversePurchase } from './pass.ts'
import {
  daysUsed,
  lastWithdrawalDay,
  mayWithdraw,
  minutesUsed,
  withdrawablePurchasesOf,
  withdrawalRefund,
} from './withdrawal.ts'

const at = (iso: string) => new Date(iso)

describe('withdrawal period', () => {
  test('ends with the fourteenth day after the purchase, in London', () => {
    // 00:30 on 2 July in London.
    const made = at('2027-07-01T23:30:00Z')
    expect(lastWithdrawalDay(made)).toBe('2027-07-16')
    expect(mayWithdraw(made, at('2027-07-16T22:59:59Z'))).toBe(true)
    expect(mayWithdraw(made, at('2027-07-16T23:00:00Z'))).toBe(false)
  })
})

describe('use', () => {
  const period = { start: at('2027-03-01T10:00:00Z'), end: at('2027-03-31T10:00:00Z') }

  test.each([
    ['2027-03-01T10:00:00Z', 0],
    ['2027-03-02T09:59:59Z', 0],
    ['2027-03-04T10:00:00Z', 3],
    ['2027-02-28T10:00:00Z', 0],
    ['2027-05-01T10:00:00Z', 30],
  ])('of a subscription at %s is %i days', (now, used) => {
    expect(daysUsed(period, at(now))).toEqual({ used, of: 30 })
  })

  test('of a pass counts whole minutes since the start, and none before it', () => {
    const startedAt = '2027-03-01T10:00:00Z'
    const now = at('2027-03-01T10:12:59Z')
    expect(minutesUsed({ startedAt }, { before: 0, of: 30 }, now)).toEqual({ used: 12, of: 30 })
    expect(minutesUsed({}, { before: 0, of: 30 }, now)).toEqual({ used: 0, of: 30 })
    const endedAt = '2027-03-01T10:05:00Z'
    expect(minutesUsed({ startedAt, endedAt }, { before: 0, of: 30 }, now).used).toBe(5)
  })

  test('of a second purchase begins when the first is used up', () => {
    const startedAt = '2027-03-01T10:00:00Z'
    const second = { before: 30, of: 30 }
    expect(minutesUsed({ startedAt }, second, at('2027-03-01T10:20:00Z')).used).toBe(0)
    expect(minutesUsed({ startedAt }, second, at('2027-03-01T10:40:00Z')).used).toBe(10)
    expect(minutesUsed({ startedAt }, second, at('2027-03-01T12:00:00Z')).used).toBe(30)
  })
})

describe('purchases of a pass that can be withdrawn from', () => {
  const bought = at('2027-03-01T10:00:00Z')
  const startRequest = { wording: 'wording', at: bought.toISOString() }
  const one = addPurchase(undefined, 'cs_1', bought, startRequest)
  const two = addPurchase(one, 'cs_2', at('2027-03-02T10:00:00Z'), startRequest)
  const count = (pass: typeof one, now: string) => withdrawablePurchasesOf(pass, at(now)).length

  test('are those of the last 14 days', () => {
    expect(count(two, '2027-03-15T10:00:00Z')).toBe(2)
    expect(count(two, '2027-03-16T10:00:00Z')).toBe(1)
    expect(count(two, '2027-03-17T10:00:00Z')).toBe(0)
  })

  test('leave out those that are reversed or used up', () => {
    const now = '2027-03-02T12:00:00Z'
    expect(count(reversePurchase(two, 'cs_1', at(now), 'disputed'), now)).toBe(1)
    const usedFor = (minutes: string) => ({
      ...one,
      startedAt: '2027-03-02T11:00:00Z',
      endedAt: `2027-03-02T11:${minutes}:00Z`,
    })
    expect(count(usedFor('29'), now)).toBe(1)
    expect(count(usedFor('30'), now)).toBe(0)
  })

  test('include one that is used up, if the buyer did not ask for an early start', () => {
    const used = { ...addPurchase(undefined, 'cs_1', bought), startedAt: bought.toISOString() }
    expect(count(used, '2027-03-02T12:00:00Z')).toBe(1)
  })
})

describe('refund of a withdrawal', () => {
  const price = { paidMinor: 5000, startRequested: true }

  test('is the price without the proportion that was used, rounded in favour of the buyer', () => {
    expect(withdrawalRefund(price, { used: 7, of: 30 })).toBe(5000 - 1166)
    expect(withdrawalRefund(price, { used: 0, of: 30 })).toBe(5000)
    expect(withdrawalRefund(price, { used: 30, of: 30 })).toBe(0)
  })

  test('is everything if the buyer did not ask for an early start', () => {
    expect(withdrawalRefund({ ...price, startRequested: false }, { used: 30, of: 30 })).toBe(5000)
  })
})
