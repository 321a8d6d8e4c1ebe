import { describe, expect, test } from 'vitest'
import {
  addPurchase,
  applySessionEvent,
  blockingReversalOf,
  endOf,
  isUsable,
  type Pass,
  restorePurchase,
  reversePurchase,
} from './pass.ts'

const paid = new Date('2027-03-01T11:00:00Z')
const after = (minutes: number) => new Date(paid.getTime() + minutes * 60_000)
const days = (count: number) => after(count * 24 * 60)
const aPass = addPurchase(undefined, 'cs_1', paid)
const started = (pass: Pass, at: Date): Pass => {
  const next = applySessionEvent(pass, 'started', at)
  if (next === 'over') throw new Error('The pass is over')
  return next
}

test('a restored purchase can be started for thirty days from then', () => {
  const restored = restorePurchase(reversePurchase(aPass, 'cs_1', after(6), 'disputed'), 'cs_1', days(46))
  expect(endOf(restored)).toEqual(days(76))
  expect(isUsable(started(restored, days(75)), days(75))).toBe(true)
})

describe('a pass that ended before its purchase is restored', () => {
  const later = days(46)
  const two = addPurchase(aPass, 'cs_2', after(5))
  const expire = (pass: Pass): Pass => ({ ...pass, endedAt: endOf(pass).toISOString() })
  const isUsableAgain = (pass: Pass) => isUsable(restorePurchase(pass, 'cs_1', later), later)

  test('can be started again if the holder could not use it before it expired', () => {
    const neither = reversePurchase(
      reversePurchase(two, 'cs_2', days(1), 'disputed'),
      'cs_1',
      days(29),
      'disputed',
    )
    for (const pass of [reversePurchase(aPass, 'cs_1', days(29), 'disputed'), neither]) {
      expect(isUsableAgain(pass)).toBe(true)
      expect(isUsableAgain(expire(pass))).toBe(true)
    }
  })

  test.each<[string, Pass]>([
    ['it had expired by the time of the dispute', reversePurchase(aPass, 'cs_1', days(30), 'disputed')],
    ['another purchase kept it usable until it expired', reversePurchase(two, 'cs_1', days(2), 'disputed')],
    [
      'another purchase kept it usable until it expired, and was reversed later',
      reversePurchase(reversePurchase(two, 'cs_1', days(2), 'disputed'), 'cs_2', days(31), 'disputed'),
    ],
    [
      'it was given up',
      { ...reversePurchase(aPass, 'cs_1', days(2), 'disputed'), endedAt: days(1).toISOString() },
    ],
  ])('stays over if %s', (_why, pass) => {
    expect(isUsableAgain(pass)).toBe(false)
    expect(isUsableAgain(pass.endedAt === undefined ? expire(pass) : pass)).toBe(false)
  })

  test('can be started again if it is not known when it was reversed', () => {
    const { purchases } = aPass
    const before = {
      ...aPass,
      purchases: { cs_1: { paidAt: purchases['cs_1']?.paidAt ?? '', reversed: true } },
    }
    expect(isUsableAgain(before)).toBe(true)
  })

  test('keeps its end if it had been started', () => {
    const running = started(reversePurchase(two, 'cs_1', after(9), 'disputed'), after(10))
    const restored = restorePurchase(running, 'cs_1', after(20))
    expect(endOf(restored)).toEqual(after(70))
    expect(restored.restoredAt).toBeUndefined()
  })

  describe('after its last minutes were reversed', () => {
    const shortened = reversePurchase(started(two, after(10)), 'cs_1', after(45), 'disputed')
    const closed = { ...shortened, endedAt: after(40).toISOString() }

    test('can be used for the minutes that are left', () => {
      const restored = restorePurchase(closed, 'cs_1', after(50))
      expect([restored.endedAt, endOf(restored)]).toEqual([undefined, after(70)])
    })

    test('stays over if no minutes are left', () => {
      expect(restorePurchase(closed, 'cs_1', after(70))).toMatchObject({ endedAt: after(40).toISOString() })
    })

    test('stays over if it was given up', () => {
      const givenUp = { ...shortened, endedAt: after(39).toISOString() }
      expect(restorePurchase(givenUp, 'cs_1', after(50))).toMatchObject({ endedAt: after(39).toISOString() })
    })
  })
})

describe('the reversal that keeps a pass from giving access', () => {
  const disputed = (pass: Pass, session = 'cs_1') => reversePurchase(pass, session, after(5), 'disputed')
  const two = addPurchase(aPass, 'cs_2', after(1))
  const refunded = reversePurchase(two, 'cs_2', after(4), 'refunded')

  test.each<[string, Pass, Date, string | undefined]>([
    ['no purchase is reversed', aPass, after(6), undefined],
    ['another purchase still counts', disputed(two), after(6), undefined],
    ['its purchase is', disputed(aPass), after(6), 'disputed'],
    ['its purchase is, and its last day has passed', disputed(aPass), days(60), 'disputed'],
    ['one of two is in a dispute that is open', disputed(refunded), after(6), 'disputed'],
    ['its minutes run', disputed(started(aPass, after(2))), after(31), 'disputed'],
    ['the other minutes are used up', disputed(started(two, after(2))), after(33), 'disputed'],
    ['its minutes would be used up without it', disputed(started(aPass, after(2))), after(32), undefined],
    ['its holder gave it up', { ...disputed(aPass), endedAt: after(3).toISOString() }, after(6), undefined],
  ])('when %s', (_when, pass, at, reversal) => {
    expect(blockingReversalOf(pass, at)).toBe(reversal)
  })
})
