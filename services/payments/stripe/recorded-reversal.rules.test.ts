import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

describe('a reversal', () => {
  interface Recorded {
    /** Stripe rejects the first update. */
    readonly rejects?: boolean
    readonly status?: string
    /** The status when the subscription is read again. */
    readonly statusAfter?: string
    /** The reason that is recorded already. */
    readonly before?: string
  }

  /** Records a reversal and returns the updates. */
  const record = async (
    reason: 'disputed' | 'refunded' | 'dispute_lost' | undefined,
    { rejects, status = 'active', statusAfter = status, before }: Recorded = {},
  ) => {
    const updates: object[] = []
    const update = async (_id: string, params: object) => {
      updates.push(params)
      if (rejects && updates.length === 1) await down()
    }
    const metadata = before === undefined ? {} : { reversal: before }
    const states = [aStripeSubscription({ status, metadata })]
    const after = aStripeSubscription({ status: statusAfter, metadata })
    at({ subscriptions: { update, retrieve: async () => states.pop() ?? after } })
    const reversal = reason && { reason, amountMinor: 5000, invoiceId: 'in_1' }
    await stripeGateway.recordReversal('sub_1', reversal)
    return updates
  }
  const metadata = {
    reversal: 'disputed',
    reversal_amount_minor: '5000',
    reversal_invoice: 'in_1',
    reversal_period: '',
  }

  test('stops the collection while a dispute is open', async () => {
    expect(await record('disputed')).toEqual([{ metadata, pause_collection: { behavior: 'void' } }])
    expect(await record('refunded')).toMatchObject([{ pause_collection: '' }])
    expect(await record(undefined, { before: 'disputed' })).toEqual([
      {
        metadata: { reversal: '', reversal_amount_minor: '', reversal_invoice: '', reversal_period: '' },
        pause_collection: '',
      },
    ])
  })

  describe('of a payment for an earlier period', () => {
    /** Ends a subscription after a lost dispute of `in_1`. Returns the result and the updates. */
    const end = async (changes: object) => {
      const updates: object[] = []
      const update = async (_id: string, params: object) => void updates.push(params)
      const paid = { latest_invoice: { id: 'in_2', status: 'paid' } }
      at({ subscriptions: { update, retrieve: async () => aStripeSubscription({ ...paid, ...changes }) } })
      return [await stripeGateway.endWithPaidPeriod('sub_1', 'in_1'), updates]
    }

    test('ends the subscription with the period that is paid', async () => {
      const metadata = { lost_invoice: 'in_1', lost_period_end: '1802000000' }
      expect(await end({})).toEqual([true, [{ cancel_at_period_end: true, metadata }]])
    })

    test.each<[string, object]>([
      [
        'it was applied before, even if the payment is due now',
        { metadata: { lost_invoice: 'in_1' }, status: 'past_due' },
      ],
      ['it was applied before another one', { metadata: { lost_invoice: 'in_1,in_0' } }],
    ])('changes nothing when %s', async (_when, changes) => {
      expect(await end(changes)).toEqual([true, []])
    })

    test.each<[string, object]>([
      ['the member has cancelled', { cancel_at_period_end: true }],
      ['the member has cancelled in the portal', { cancel_at: 1_802_000_000 }],
    ])('only records it when %s, so that a resumption is not undone', async (_when, changes) => {
      expect(await end(changes)).toEqual([true, [{ metadata: { lost_invoice: 'in_1' } }]])
    })

    test('moves an end that staff have scheduled for after the next renewal', async () => {
      const metadata = { lost_invoice: 'in_1', lost_period_end: '1802000000' }
      expect(await end({ cancel_at: 1_802_000_001 })).toEqual([
        true,
        [{ cancel_at: 1_802_000_000, metadata }],
      ])
    })

    test('keeps the record of an earlier one', async () => {
      const metadata = { lost_invoice: 'in_0,in_1', lost_period_end: '1802000000' }
      expect(await end({ metadata: { lost_invoice: 'in_0' } })).toEqual([
        true,
        [{ cancel_at_period_end: true, metadata }],
      ])
    })

    test.each<[string, object]>([
      ['past due', { status: 'past_due' }],
      ['active without a payment', { latest_invoice: { id: 'in_2', status: 'void' } }],
    ])('does not keep one that is %s', async (_state, changes) => {
      expect(await end(changes)).toEqual([false, []])
    })
  })

  test('is not removed where none is recorded: staff may have paused the collection', async () => {
    expect(await record(undefined)).toEqual([])
  })

  describe('of a subscription that has ended', () => {
    const recorded = [{ metadata: { ...metadata, reversal: 'refunded' } }]

    test.each<[string, Recorded, number]>([
      ['before', { status: 'canceled' }, 0],
      ['in the meantime', { rejects: true, statusAfter: 'canceled' }, 1],
    ])('is recorded only as the reason of its end, if it ended %s', async (_when, ended, rejected) => {
      expect((await record('refunded', ended)).slice(rejected)).toEqual(recorded)
      expect((await record('refunded', { ...ended, before: 'disputed' })).slice(rejected)).toEqual(recorded)
      expect((await record('disputed', ended)).slice(rejected)).toEqual([])
      for (const before of ['refunded', 'dispute_lost'])
        for (const reason of ['refunded', 'dispute_lost', 'disputed', undefined] as const)
          expect((await record(reason, { ...ended, before })).slice(rejected)).toEqual([])
    })
  })

  test('fails if Stripe rejects it for a running subscription', async () => {
    await expect(record('disputed', { rejects: true })).rejects.toThrow('down')
  })
})
