import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { finish, month, year } from '#test/kit/in-memory/recorded-withdrawal.ts'

describe('a withdrawal from two payments', () => {
  const both = { invoices: [year, month], withdrawal: { refundMinor: 52_000, invoiceId: 'in_year' } }
  const ofMonth = 'refund 2000 of 52000 from pi_month for part-of-withdrawal:sub_1:0'
  const ofYear = 'refund 50000 of 52000 from pi_year for withdrawal:sub_1'
  const nothing = { outcome: { state: 'disputed' }, requests: ['mark sub_1 with nothing'] }

  test('refunds the latest last, and deducts what the buyer owes from the earliest', async () => {
    const { requests } = await finish(both)
    expect(requests.slice(0, 3)).toEqual([ofMonth, ofYear, 'record refunded 50000 of in_year for sub_1'])
  })

  test('is confirmed by the refund of the earlier payment if nothing is left of the latest', async () => {
    const { requests } = await finish({
      ...both,
      refunds: { pi_year: { otherMinor: 50_000 } },
      withdrawal: { refundMinor: 2000, refundedMinor: 50_000, invoiceId: 'in_year' },
    })
    expect(requests[0]).toBe('refund 2000 of 2000 from pi_month for withdrawal:sub_1')
    expect(requests[1]).toBe('record refunded 50000 of in_year for sub_1')
  })

  test('is confirmed by the refund of an earlier run if nothing is left of the latest', async () => {
    const { outcome, requests } = await finish({
      ...both,
      refunds: { pi_month: { ownMinor: 2000 }, pi_year: { otherMinor: 50_000 } },
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 2000 })
    expect(requests[0]).toBe('complete sub_1 with pi_month: 2000, 0 by transfer')
    expect(requests[1]).toBe('mark sub_1 started 2000')
  })

  test('is confirmed by the refund of the earlier payment if Stripe finds nothing left of the latest', async () => {
    const { outcome, requests } = await finish({
      ...both,
      outcomes: { pi_year: { state: 'refunded', amountMinor: 0 } },
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 2000 })
    expect(requests.slice(0, 3)).toEqual([
      ofMonth,
      ofYear,
      'complete sub_1 with pi_month: 2000, 0 by transfer',
    ])
  })

  test('refunds nothing of a payment that covers what the buyer owes', async () => {
    const { requests } = await finish({ ...both, withdrawal: { refundMinor: 4000, invoiceId: 'in_year' } })
    expect(requests[0]).toBe('refund 4000 of 4000 from pi_year for withdrawal:sub_1')
    expect(requests[1]).toBe('record refunded 50000 of in_year for sub_1')
  })

  test('deducts from the last payment what staff refund of the other one beyond its share', async () => {
    const outcomes = { pi_month: { state: 'refunded', amountMinor: 0, excessMinor: 3000 } } as const
    const { outcome, requests } = await finish({ ...both, outcomes })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 47_000 })
    expect(requests.slice(0, 2)).toEqual([ofMonth, 'refund 47000 of 47000 from pi_year for withdrawal:sub_1'])
  })

  test('deducts from both later payments what staff refund beyond the share of the first', async () => {
    const first = { ...month, id: 'in_first', paymentIntentId: 'pi_first' }
    const outcomes = { pi_first: { state: 'refunded', amountMinor: 0, excessMinor: 6000 } } as const
    const { outcome, requests } = await finish({
      invoices: [year, month, first],
      withdrawal: { refundMinor: 56_000, invoiceId: 'in_year' },
      outcomes,
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 49_000 })
    expect(requests.slice(0, 2)).toEqual([
      'refund 1000 of 56000 from pi_first for part-of-withdrawal:sub_1:0',
      'refund 49000 of 49000 from pi_year for withdrawal:sub_1',
    ])
  })

  test.each<ReversalReason>(['disputed', 'dispute_lost'])(
    'refunds nothing of either while the latest is %s',
    async (reversal) => {
      expect(await finish({ ...both, reversals: { pi_year: reversal } })).toEqual(nothing)
    },
  )

  test('refunds the rest of a payment that was partly refunded', async () => {
    const { requests } = await finish({
      ...both,
      refunds: { pi_year: { otherMinor: 1000 } },
      reversals: { pi_year: 'refunded' },
      withdrawal: { refundMinor: 51_000, refundedMinor: 1000, invoiceId: 'in_year' },
    })
    expect(requests.slice(0, 2)).toEqual([
      'refund 2000 of 51000 from pi_month for part-of-withdrawal:sub_1:0',
      'refund 49000 of 51000 from pi_year for withdrawal:sub_1',
    ])
  })

  test('stays recorded while the latest is disputed after the refund of the other one', async () => {
    const partly = { outcome: { state: 'partly_refunded' }, requests: [ofYear] }
    expect(
      await finish({
        ...both,
        refunds: { pi_month: { ownMinor: 2000 } },
        outcomes: { pi_year: { state: 'disputed' } },
      }),
    ).toEqual(partly)
    // The dispute was opened between the two refunds.
    expect(await finish({ ...both, outcomes: { pi_year: { state: 'disputed' } } })).toEqual({
      ...partly,
      requests: [ofMonth, ofYear],
    })
  })

  test('stays recorded while the latest is disputed, if another run has refunded the other one', async () => {
    expect(
      await finish({
        ...both,
        reversals: { pi_year: 'disputed' },
        refundsLater: { pi_month: { ownMinor: 2000 } },
      }),
    ).toEqual({ outcome: { state: 'partly_refunded' }, requests: [] })
  })

  test('states what another run has refunded, if the latest was lost in a dispute', async () => {
    expect(
      await finish({
        ...both,
        reversals: { pi_year: 'dispute_lost' },
        refundsLater: { pi_month: { ownMinor: 2000 } },
      }),
    ).toEqual({ outcome: { state: 'refunded', refundMinor: 2000 }, requests: nothing.requests })
  })

  test('stays recorded while the latest is disputed, if the refund of the other one has failed', async () => {
    const refunds = { pi_month: { failedRefundId: 're_failed' } }
    expect(await finish({ ...both, refunds, reversals: { pi_year: 'disputed' } })).toEqual({
      outcome: { state: 'refund_failed' },
      requests: [],
    })
    // The dispute was opened between the two refunds.
    const outcomes = { pi_month: { state: 'failed' }, pi_year: { state: 'disputed' } } as const
    expect(await finish({ ...both, refundsLater: refunds, outcomes })).toEqual({
      outcome: { state: 'refund_failed' },
      requests: [ofMonth, ofYear],
    })
  })

  test('says that a refund failed if the other payment was lost in a dispute', async () => {
    const refunds = { pi_month: { failedRefundId: 're_failed' } }
    expect(await finish({ ...both, refunds, reversals: { pi_year: 'dispute_lost' } })).toEqual({
      outcome: { state: 'refund_failed' },
      requests: nothing.requests,
    })
  })

  test('is confirmed by the refund of the earlier payment if the dispute of the latest is lost after its refund', async () => {
    const outcomes = { pi_year: { state: 'dispute_lost' } } as const
    expect(await finish({ ...both, refunds: { pi_month: { ownMinor: 2000 } }, outcomes })).toEqual({
      outcome: { state: 'refunded', refundMinor: 2000 },
      requests: [ofYear, 'complete sub_1 with pi_month: 2000, 0 by transfer', ...nothing.requests],
    })
  })

  test('is finished although the disputed payment has nothing left to refund', async () => {
    const { outcome } = await finish({
      ...both,
      refunds: { pi_year: { otherMinor: 50_000 } },
      reversals: { pi_year: 'disputed' },
      withdrawal: { refundMinor: 2000, refundedMinor: 50_000, invoiceId: 'in_year' },
    })
    expect(outcome).toEqual({ state: 'refunded', refundMinor: 2000 })
  })

  test('is no longer recorded when the first refund shows that its payment is disputed', async () => {
    const { outcome, requests } = await finish({ ...both, outcomes: { pi_month: { state: 'disputed' } } })
    expect(outcome).toEqual({ state: 'disputed' })
    expect(requests).toEqual([ofMonth, 'mark sub_1 with nothing'])
  })
})
