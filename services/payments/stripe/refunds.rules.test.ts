import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { Stripe } from '#platform/stripe.ts'
import { aRefund, withPayment } from '#test/kit/in-memory/stand-in-payment.ts'
import {
  keyInUse,
  listOf,
  rejectedRequest,
  reusedKey,
  standIn,
  storedFailure,
} from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge as aCharge } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

describe('a refund of a part', () => {
  const refund = (amountMinor = 3000) =>
    stripeGateway.refundPart('pi_1', { amountMinor, totalMinor: amountMinor, purpose: 'withdrawal:cs_1' })

  test('refunds at most the remaining amount, once', async () => {
    const made = withPayment(aCharge({ amount_refunded: 4000 }))
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 1000 })
    expect(made).toMatchObject([{ amount: 1000 }])
    const other = withPayment(aCharge({ amount_refunded: 500 }), [
      aRefund('succeeded', 'withdrawal:cs_1', 400),
      aRefund('succeeded', 'other', 100),
    ])
    // The payment counts as withdrawn, and the refund of the withdrawal is returned.
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 400 })
    expect(other).toEqual([])
  })

  test('deducts what was refunded for other causes since its amount was computed', async () => {
    const due = { amountMinor: 3000, totalMinor: 3400, purpose: 'withdrawal:cs_1' }
    /** Makes the refund, from whose amount this sum is deducted already. */
    const after = async (deductedMinor: number) => {
      const made = withPayment(aCharge({ amount_refunded: 1500 }), [
        aRefund('succeeded', 'other', 200),
        aRefund('pending', 'by-staff', 700),
        aRefund('succeeded', 'by-staff', 600),
        aRefund('failed', 'by-staff', 900),
      ])
      const outcome = await stripeGateway.refundPart('pi_1', { ...due, deductedMinor })
      return { outcome, made }
    }
    const { outcome, made } = await after(200)
    expect(outcome).toEqual({ state: 'refunded', amountMinor: 1700 })
    const metadata = { purpose: 'withdrawal:cs_1', total_minor: '2100' }
    expect(made).toEqual([expect.objectContaining({ amount: 1700, metadata })])
    // One of the deducted refunds has failed since.
    expect(await after(1600)).toMatchObject({ outcome: { amountMinor: 3000 } })
  })

  test.each([
    [3000, 0],
    [3400, 400],
    [5000, 2000],
  ])('is not made if others since then are as high: %i pence, %i more', async (amount, excessMinor) => {
    const made = withPayment(aCharge({ amount_refunded: amount }), [aRefund('succeeded', 'by-staff', amount)])
    const due = { amountMinor: 3000, totalMinor: 3000, deductedMinor: 0, purpose: 'withdrawal:cs_1' }
    const nothing = { state: 'refunded', amountMinor: 0, excessMinor }
    expect(await stripeGateway.refundPart('pi_1', due)).toEqual(nothing)
    expect(made).toEqual([])
  })

  test('refunds nothing for a payment that is refunded or disputed', async () => {
    const refunded = withPayment(aCharge({ amount_refunded: 5000, refunded: true }))
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 0, excessMinor: 0 })
    for (const [status, state] of [
      ['under_review', 'disputed'],
      ['lost', 'dispute_lost'],
    ] as const) {
      const made = withPayment(aCharge({ disputed: true }), [], [status])
      expect(await refund()).toEqual({ state })
      expect([made, refunded]).toEqual([[], []])
    }
  })

  test.each(['failed', 'canceled'])('is not tried again after it has %s', async (status) => {
    const made = withPayment(aCharge(), [aRefund(status, 'withdrawal:cs_1'), aRefund('succeeded', 'other')])
    expect(await refund()).toEqual({ state: 'failed' })
    expect(made).toEqual([])
  })

  test('is not tried again as the last part of its withdrawal after it has failed as an earlier one', async () => {
    const made = withPayment(aCharge(), [aRefund('failed', 'part-of-withdrawal:cs_1:0')])
    expect(await refund()).toEqual({ state: 'failed' })
    expect(made).toEqual([])
  })

  test('is not reported as made if Stripe returns one that has failed', async () => {
    withPayment(aCharge())
    const create = async () => aRefund('failed', 'withdrawal:cs_1')
    Object.assign(standIn.resources, { refunds: { list: () => listOf([]), create } })
    expect(await refund()).toEqual({ state: 'failed' })
  })

  test('is made with the next key when an earlier request for another amount had the key and failed', async () => {
    withPayment(aCharge())
    const keys: unknown[] = []
    const create = (_refund: object, { idempotencyKey: key }: { idempotencyKey: string }) => {
      keys.push(key)
      return keys.length === 1 ? reusedKey() : Promise.resolve({})
    }
    Object.assign(standIn.resources, { refunds: { list: () => listOf([]), create } })
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 3000 })
    expect(keys).toEqual(['refund:withdrawal:cs_1:pi_1', 'refund:withdrawal:cs_1:pi_1:1'])
  })

  test('is not made again when an earlier request for another amount had the key and refunded', async () => {
    withPayment(aCharge())
    const refunds: object[] = []
    const create = () => {
      refunds.push(aRefund('succeeded', 'withdrawal:cs_1', 2900))
      return reusedKey()
    }
    Object.assign(standIn.resources, { refunds: { list: () => listOf(refunds), create } })
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 2900 })
    expect(refunds).toHaveLength(1)
  })

  test('is made once by concurrent requests with different amounts after two failures', async () => {
    withPayment(aCharge())
    // Stripe stores the failures of two earlier requests, of which the second one had another amount.
    const stored = new Map<string, number>([
      ['refund:withdrawal:cs_1:pi_1', 2000],
      ['refund:withdrawal:cs_1:pi_1:1', 1900],
    ])
    const failed = new Set(stored.keys())
    const refunds: object[] = []
    const create = async (
      { amount }: { amount: number },
      { idempotencyKey: key }: { idempotencyKey: string },
    ) => {
      if (stored.has(key) && stored.get(key) !== amount) return reusedKey()
      if (failed.has(key)) return storedFailure()
      if (!stored.has(key)) refunds.push(aRefund('succeeded', 'withdrawal:cs_1', amount))
      stored.set(key, amount)
      return {}
    }
    // Both requests have listed the refunds before either makes one.
    Object.assign(standIn.resources, { refunds: { list: () => listOf([]), create } })
    await Promise.allSettled([refund(1900), refund(2000)])
    expect(refunds).toHaveLength(1)
  })

  test('fails when three keys had another amount', async () => {
    withPayment(aCharge())
    const create = vi.fn<() => Promise<never>>(reusedKey)
    Object.assign(standIn.resources, { refunds: { list: () => listOf([]), create } })
    await expect(refund()).rejects.toMatchObject({ code: 'payment_provider_error' })
    expect(create).toHaveBeenCalledTimes(3)
  })

  test.each([
    ['rejects it', rejectedRequest],
    ['finds that its key is in use', keyInUse],
  ])('is not tried with another key when Stripe %s', async (_what, reject) => {
    withPayment(aCharge())
    const create = vi.fn<() => Promise<never>>(() => reject())
    Object.assign(standIn.resources, { refunds: { list: () => listOf([]), create } })
    await expect(refund()).rejects.toThrow(Stripe.errors.StripeError)
    expect(create).toHaveBeenCalledOnce()
  })

  test('states the part that is transferred, if there is one', async () => {
    const made = withPayment(aCharge())
    await refund()
    const partly = { amountMinor: 500, totalMinor: 900, transferMinor: 400, purpose: 'withdrawal:cs_2' }
    await stripeGateway.refundPart('pi_1', partly)
    expect(made).toEqual([
      expect.objectContaining({ metadata: { purpose: 'withdrawal:cs_1', total_minor: '3000' } }),
      expect.objectContaining({
        metadata: { purpose: 'withdrawal:cs_2', total_minor: '900', transfer_minor: '400' },
      }),
    ])
  })

  test('of an earlier payment is marked as completing a withdrawal, so that its email confirms the withdrawal', async () => {
    withPayment(aCharge())
    const updates: unknown[] = []
    const update = async (id: string, { metadata }: { metadata: object }) => void updates.push([id, metadata])
    const refunds = [
      { id: 're_failed', ...aRefund('failed', 'part-of-withdrawal:sub_1:0') },
      { id: 're_other', ...aRefund('succeeded', 'other') },
      { id: 're_part', ...aRefund('succeeded', 'part-of-withdrawal:sub_1:0') },
    ]
    Object.assign(standIn.resources, { refunds: { list: () => listOf(refunds), update } })
    await stripeGateway.completeWithdrawal('pi_1', 'sub_1', { totalMinor: 3000, transferMinor: 1000 })
    await stripeGateway.completeWithdrawal('pi_1', 'sub_2', { totalMinor: 3000, transferMinor: 1000 })
    const metadata = { purpose: 'withdrawal:sub_1', total_minor: '3000', transfer_minor: '1000' }
    expect(updates).toEqual([['re_part', metadata]])
  })

  test('distinguishes a withdrawal refund from other refunds', async () => {
    withPayment(aCharge(), [
      { id: 're_1', ...aRefund('succeeded', 'withdrawal:cs_1', 400) },
      { id: 're_2', ...aRefund('succeeded', 'other', 100) },
      { id: 're_3', ...aRefund('failed', 'other', 900) },
    ])
    expect(await stripeGateway.findWithdrawalRefunds('pi_1', 'cs_1')).toEqual({
      withdrawnMinor: 400,
      ownMinor: 400,
      otherMinor: 100,
      refundId: 're_1',
    })
    const failed = { id: 're_failed', ...aRefund('failed', 'withdrawal:cs_1') }
    withPayment(aCharge(), [failed, aRefund('succeeded', 'other', 100)])
    expect(await stripeGateway.findWithdrawalRefunds('pi_1', 'cs_1')).toEqual({
      withdrawnMinor: 0,
      ownMinor: 0,
      otherMinor: 100,
      failedRefundId: 're_failed',
    })
  })
})
