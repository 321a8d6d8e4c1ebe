import { describe, expect, test } from 'vitest'
import { daysUsed, lastWithdrawalDay, mayWithdraw, minutesUsed, withdrawalRefund } from './withdrawal.ts'

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
