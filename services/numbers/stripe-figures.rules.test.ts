import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { readStripeFigures } from './stripe-figures.ts'

interface Bounds {
  readonly gte: number
  readonly lt?: number
}

/** Charges as Stripe lists them, by their time. */
let charges: { readonly created: number; readonly amount_captured: number }[]
let lists: Bounds[]
/** The highest number of lists of charges that were read at the same time. */
let mostAtOnce: number

const noItems = { list: async function* () {} }
let reading = 0
const stripe = {
  charges: {
    list: async function* ({ created }: { created: Bounds }) {
      lists.push(created)
      reading += 1
      mostAtOnce = Math.max(mostAtOnce, reading)
      await new Promise((resolve) => setImmediate(resolve))
      for (const charge of charges)
        if (charge.created >= created.gte && charge.created < (created.lt ?? Infinity))
          yield { ...charge, status: 'succeeded', currency: 'gbp', metadata: {} }
      reading -= 1
    },
  },
  refunds: noItems,
  disputes: noItems,
  subscriptions: noItems,
}

vi.mock('#platform/stripe.ts', () => ({
  withStripe: (run: (client: typeof stripe) => unknown) => run(stripe),
}))

beforeEach(() => {
  charges = []
  lists = []
  mostAtOnce = 0
})

const months = ['2027-01', '2027-02', '2027-03', '2027-04']
const chargeAt = (time: string) => ({ created: Date.parse(time) / 1000, amount_captured: 5000 })

describe('the figures from Stripe', () => {
  test('read the charges of all months at the same time, and each charge once', async () => {
    charges = [
      '2027-01-01T00:00:00Z',
      '2027-02-28T23:59:59Z',
      '2027-03-01T00:00:00Z',
      '2027-04-20T10:00:00Z',
    ].map(chargeAt)
    const { income } = await readStripeFigures(months)
    expect(mostAtOnce).toBe(months.length)
    expect(income.map(({ month }) => month)).toEqual(months)
    for (const [at, { lt }] of lists.entries()) expect(lt).toBe(lists[at + 1]?.gte)
  })

  test('count a charge in the month of London, which begins an hour earlier in summer', async () => {
    charges = ['2027-03-31T22:59:59Z', '2027-03-31T23:00:00Z'].map(chargeAt)
    expect((await readStripeFigures(months)).income.map(({ month }) => month)).toEqual(['2027-03', '2027-04'])
    expect((await readStripeFigures(['2027-04'])).income.map(({ month }) => month)).toContain('2027-04')
  })
})
