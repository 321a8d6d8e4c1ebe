import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { aRefund, withPayment } from '#test/kit/in-memory/stand-in-payment.ts'
import { at, down, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge as aCharge } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

describe('a payment', () => {
  test.each<[string, object, readonly object[], readonly string[], string | undefined]>([
    ['is kept', {}, [], [], undefined],
    [
      'is kept after a refund of a part',
      { amount_refunded: 100 },
      [aRefund('succeeded', 'other')],
      [],
      undefined,
    ],
    ['is refunded in full', { refunded: true }, [], [], 'refunded'],
    ['is withdrawn', { amount_refunded: 1 }, [aRefund('succeeded', 'withdrawal:cs_1')], [], 'refunded'],
    [
      'is an earlier one of a withdrawn purchase',
      { amount_refunded: 1 },
      [aRefund('succeeded', 'part-of-withdrawal:sub_1:0')],
      [],
      'refunded',
    ],
    ['is withdrawn, and its refund failed', {}, [aRefund('failed', 'withdrawal:cs_1')], [], 'refunded'],
    [
      'is withdrawn, and its refund was cancelled',
      {},
      [aRefund('canceled', 'withdrawal:cs_1')],
      [],
      'refunded',
    ],
    ['is kept after another refund failed', {}, [aRefund('failed', 'other')], [], undefined],
    ['is disputed', { disputed: true }, [], ['needs_response'], 'disputed'],
    ['is disputed twice', { disputed: true }, [], ['won', 'under_review'], 'disputed'],
    ['is lost', { disputed: true }, [], ['won', 'lost'], 'dispute_lost'],
    ['is returned', { disputed: true }, [], ['won', 'prevented', 'warning_closed'], undefined],
    ['has no dispute of its own', {}, [], ['lost'], undefined],
  ])('%s', async (_state, charge, refunds, disputes, reversal) => {
    withPayment(aCharge(charge), refunds, disputes)
    expect((await stripeGateway.findPayment('pi_1'))?.reversal).toBe(reversal)
  })

  test.each([
    ['under_review', 'disputed'],
    ['lost', 'dispute_lost'],
    ['won', undefined],
  ] as const)('that was refunded in full has its dispute too: %s', async (status, dispute) => {
    withPayment(aCharge({ refunded: true, disputed: true }), [], [status])
    expect(await stripeGateway.findPayment('pi_1')).toMatchObject({ reversal: 'refunded', dispute })
  })

  test('is withdrawn if one of its refunds says so, even one that the expanded charge does not contain', async () => {
    const others = Array.from({ length: 10 }, () => aRefund('succeeded', 'other', 1))
    withPayment(aCharge({ amount_refunded: 10 }), [...others, aRefund('failed', 'withdrawal:cs_1')])
    expect((await stripeGateway.findPayment('pi_1'))?.reversal).toBe('refunded')
  })

  test('is lost if one of its disputes says so, even one that is not on the first page of the list', async () => {
    const others = Array.from({ length: 100 }, () => 'won')
    withPayment(aCharge({ disputed: true }), [], [...others, 'lost'])
    expect((await stripeGateway.findPayment('pi_1'))?.reversal).toBe('dispute_lost')
  })

  test('that was not charged has no reversal, and an unknown one is not found', async () => {
    for (const charge of [null, 'ch_1']) {
      withPayment(charge)
      expect((await stripeGateway.findPayment('pi_1'))?.reversal).toBeUndefined()
    }
    at({ paymentIntents: { retrieve: missing } })
    expect(await stripeGateway.findPayment('pi_1')).toBeUndefined()
    at({ paymentIntents: { retrieve: down } })
    await expect(stripeGateway.findPayment('pi_1')).rejects.toThrow('down')
  })
})
