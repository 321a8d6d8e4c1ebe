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
    livemode: false,
  },
  {
    lookup_key: 'advice_annual',
    active: true,
    currency: 'gbp',
    unit_amount: 55000,
    recurring: year,
    metadata,
    livemode: false,
  },
  {
    lookup_key: 'advice_pass',
    active: true,
    currency: 'gbp',
    unit_amount: 5000,
    recurring: null,
    metadata,
    livemode: false,
  },
] as const

const withMonthly = (change: object) => prices.map((price, i) => (i === 0 ? { ...price, ...change } : price))

describe('check-prices', () => {
  test('finds no difference when Stripe charges what the pages show', async () => {
    expect(await handle({ liveMode: false, listPrices: async () => prices })).toEqual({ differences: 0 })
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
    expect(await handle({ liveMode: false, listPrices: async () => withMonthly(change) })).toEqual({
      differences: 1,
    })
    expect(logged.mock.calls).toEqual([['price differs', { plan: 'monthly', fields }]])
  })

  test.each([true, false])(
    'counts every plan if the stored key is of the other mode: live %s',
    async (livemode) => {
      const listPrices = async () => prices.map((price) => ({ ...price, livemode }))
      expect(await handle({ liveMode: livemode, listPrices })).toEqual({ differences: 0 })
      expect(await handle({ liveMode: !livemode, listPrices })).toEqual({ differences: 3 })
      expect(logged.mock.calls[0]).toEqual(['price differs', { plan: 'monthly', fields: 'live_mode' }])
    },
  )

  test('counts every plan without a price', async () => {
    expect(await handle({ liveMode: false, listPrices: async () => [] })).toEqual({ differences: 3 })
  })
})
