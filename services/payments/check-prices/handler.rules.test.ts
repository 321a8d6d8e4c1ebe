import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#platform/log.ts'
import '#test/kit/in-memory/environment.ts'
import { handle } from './handler.ts'

const logged = vi.fn<typeof log.error>()
beforeEach(() => {
  logged.mockReset()
  vi.spyOn(log, 'info').mockReturnValue(undefined)
  vi.spyOn(log, 'error').mockImplementation(logged)
})

const month = { interval: 'month', interval_count: 1 } as const
const year = { interval: 'year', interval_count: 1 } as const

const metadata = { tax_rate: 'txr_1' }

/** The prices as the specification of the product states them, in pence. */
const prices = [
  {
    lookup_key: 'advice_monthly',
    active: true,
    currency: 'gbp',
    unit_amount: 5000,
    recurring: month,
    metadata,
  },
  {
    lookup_key: 'advice_annual',
    active: true,
    currency: 'gbp',
    unit_amount: 55000,
    recurring: year,
    metadata,
  },
  { lookup_key: 'advice_pass', active: true, currency: 'gbp', unit_amount: 5000, recurring: null, metadata },
] as const

const withMonthly = (change: object) => prices.map((price, i) => (i === 0 ? { ...price, ...change } : price))

describe('check-prices', () => {
  test('finds no difference when Stripe charges what the pages show', async () => {
    expect(await handle({ listPrices: async () => prices })).toEqual({ differences: 0 })
  })

  test.each([
    [{ unit_amount: 5500 }, 'amount'],
    [{ currency: 'eur' }, 'currency'],
    [{ recurring: year }, 'interval'],
    [{ recurring: { interval: 'month' as const, interval_count: 3 } }, 'interval_count'],
    [{ recurring: null }, 'interval,interval_count'],
    [{ active: false }, 'active'],
    [{ metadata: {} }, 'has_tax_rate'],
    [{ lookup_key: 'other' }, 'missing'],
  ])('counts and names the difference of %j', async (change, fields) => {
    expect(await handle({ listPrices: async () => withMonthly(change) })).toEqual({ differences: 1 })
    expect(logged.mock.calls).toEqual([['price differs', { plan: 'monthly', fields }]])
  })

  test('counts every plan without a price', async () => {
    expect(await handle({ listPrices: async () => [] })).toEqual({ differences: 3 })
  })
})
