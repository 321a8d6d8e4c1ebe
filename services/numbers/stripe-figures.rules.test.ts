import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { readStripeFigures } from './stripe-figures.ts'

interface Bounds {
  readonly gte: number
  readonly lt?: number
}

interface Charge {
  readonly created: number
  readonly amount_captured: number
  readonly status?: string
  readonly currency?: string
}

/** Charges as Stripe lists them, by their time. */
let charges: Charge[]
/** The other lists of Stripe, newest first. */
let refunds: object[]
let disputes: object[]
let subscriptions: object[]
let lists: Bounds[]
/** The highest number of lists of charges that were read at the same time. */
let mostAtOnce: number

const listOf = (items: () => readonly object[]) => ({
  list: async function* () {
    yield* items()
  },
})
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
          yield { status: 'succeeded', currency: 'gbp', metadata: {}, ...charge }
      reading -= 1
    },
  },
  refunds: listOf(() => refunds),
  disputes: listOf(() => disputes),
  subscriptions: listOf(() => subscriptions),
}

vi.mock('#platform/stripe.ts', () => ({
  withStripe: (run: (client: typeof stripe) => unknown) => run(stripe),
}))

beforeEach(() => {
  charges = []
  refunds = []
  disputes = []
  subscriptions = []
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

  test('count as income only charges in pounds that succeeded', async () => {
    const charge = chargeAt('2027-02-10T10:00:00Z')
    charges = [
      charge,
      { ...charge, status: 'failed' },
      { ...charge, status: 'pending' },
      { ...charge, currency: 'eur' },
    ]
    expect((await readStripeFigures(months)).income).toEqual([{ month: '2027-02', value: 5000 }])
  })

  test('count as returned the refunds that succeeded and the disputes that took money, in pounds', async () => {
    const returned = { created: Date.parse('2027-02-10T10:00:00Z') / 1000, currency: 'gbp' }
    refunds = [
      { ...returned, status: 'succeeded', amount: 1 },
      { ...returned, status: 'failed', amount: 2 },
      { ...returned, status: 'pending', amount: 4 },
      { ...returned, status: 'succeeded', amount: 8, currency: 'eur' },
    ]
    disputes = [
      { ...returned, status: 'needs_response', amount: 16 },
      { ...returned, status: 'under_review', amount: 32 },
      { ...returned, status: 'lost', amount: 64 },
      { ...returned, status: 'won', amount: 128 },
      { ...returned, status: 'warning_needs_response', amount: 256 },
      { ...returned, status: 'lost', amount: 512, currency: 'eur' },
    ]
    const values = (await readStripeFigures(months)).returned.map(({ value }) => value)
    expect(values).toEqual([1, 16, 32, 64])
  })

  test('read refunds back to the first month, and none of those before it', async () => {
    const refundAt = (time: string) => ({
      created: Date.parse(time) / 1000,
      currency: 'gbp',
      status: 'succeeded',
      amount: 100,
    })
    refunds = ['2027-02-10T10:00:00Z', '2027-01-01T00:00:00Z', '2026-12-31T23:59:59Z'].map(refundAt)
    const { returned } = await readStripeFigures(months)
    expect(returned.map(({ month }) => month)).toEqual(['2027-02', '2027-01'])
  })

  test('count as joined only subscriptions that were bought, and as left those that have ended', async () => {
    const created = Date.parse('2027-01-10T10:00:00Z') / 1000
    const ended_at = Date.parse('2027-03-10T10:00:00Z') / 1000
    const running = { created, status: 'active', ended_at: null, metadata: {} }
    subscriptions = [
      running,
      { ...running, status: 'canceled', ended_at },
      { ...running, status: 'incomplete' },
      { ...running, status: 'incomplete_expired', ended_at },
      { ...running, status: 'canceled', ended_at, metadata: { duplicate: 'of sub_1' } },
    ]
    const { joined, left } = await readStripeFigures(months)
    expect(joined.map(({ month }) => month)).toEqual(['2027-01', '2027-01'])
    expect(left.map(({ month }) => month)).toEqual(['2027-03'])
  })
})
