import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const checkout = { buyer: undefined, plan: 'one-time', siteUrl: 'https://site.example' } as const
const price = () => listOf([{ id: 'price_1', metadata: {} }])

/** Replaces Stripe with a stand-in whose prices respond like this. Returns how many pages were opened. */
const withPrices = (list: () => unknown) => {
  let pages = 0
  const create = async () => {
    pages += 1
    return { id: 'cs_1', mode: 'payment', status: 'open', payment_status: 'unpaid', metadata: {} }
  }
  at({ prices: { list }, checkout: { sessions: { create } } })
  return () => pages
}

/** The price is stored for the life of the module, so each test loads it again. */
const load = async () => {
  vi.resetModules()
  return (await import('./checkout-sessions.ts')).checkoutSessionRequests
}

describe('the price of a plan that is prepared', () => {
  test('is looked up once for the preparation and the page', async () => {
    const requests = await load()
    let lookUps = 0
    const pages = withPrices(async () => {
      lookUps += 1
      return price()
    })
    await Promise.all([requests.preparePrice('one-time'), requests.openCheckout(checkout)])
    expect([lookUps, pages()]).toEqual([1, 1])
  })

  test('needs no look-up when the page is opened', async () => {
    const requests = await load()
    withPrices(price)
    await requests.preparePrice('one-time')
    const pages = withPrices(down)
    await requests.openCheckout(checkout)
    expect(pages()).toBe(1)
  })

  test('is looked up again by the page if the preparation has failed', async () => {
    const requests = await load()
    let failures = 0
    withPrices(() => {
      failures += 1
      return down()
    })
    await requests.preparePrice('one-time')
    expect(failures).toBe(1)
    const pages = withPrices(price)
    await requests.openCheckout(checkout)
    expect(pages()).toBe(1)
  })
})
