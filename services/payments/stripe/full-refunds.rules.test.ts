import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { aRefund, withPayment } from '#test/kit/in-memory/stand-in-payment.ts'
import {
  down,
  listOf,
  missing,
  rejectedRequest,
  reusedKey,
  standIn,
} from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge as aCharge } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

describe('a refund in full', () => {
  const refund = () => stripeGateway.refundInFull('pi_1', 'duplicate:in_1')

  test.each<[string, string]>([
    ['disputed', 'needs_response'],
    ['dispute_lost', 'lost'],
  ])('is not made of a payment that is %s', async (state, status) => {
    const made = withPayment(aCharge({ disputed: true }), [], [status])
    expect(await refund()).toEqual({ state })
    expect(made).toEqual([])
  })

  test('counts the refunds of its own purpose only', async () => {
    const own = [aRefund('succeeded', 'duplicate:in_1', 2000), aRefund('succeeded', 'other', 3000)]
    withPayment(aCharge({ amount_refunded: 5000 }), own)
    expect(await refund()).toEqual({ state: 'refunded', amountMinor: 2000 })
  })

  test('has no amount while a refund of its own purpose is pending', async () => {
    const own = [aRefund('succeeded', 'duplicate:in_1', 2000), aRefund('pending', 'duplicate:in_1', 3000)]
    withPayment(aCharge({ amount_refunded: 5000 }), own)
    expect(await refund()).toEqual({ state: 'pending' })
  })

  test('refunds nothing for a payment that was not charged', async () => {
    for (const charge of [null, 'ch_1']) {
      const made = withPayment(charge)
      expect(await refund()).toEqual({ state: 'refunded', amountMinor: 0 })
      expect(made).toEqual([])
    }
  })

  test('takes what is left of its payment, and records its purpose', async () => {
    const made = withPayment(null)
    const charge = () => aCharge({ amount_refunded: made.length === 0 ? 1000 : 5000 })
    const retrieve = async () => ({ id: 'pi_1', latest_charge: charge() })
    Object.assign(standIn.resources, { paymentIntents: { retrieve } })
    expect(await refund()).toEqual({ state: 'pending' })
    expect(made).toEqual([{ payment_intent: 'pi_1', amount: 4000, metadata: { purpose: 'duplicate:in_1' } }])
  })

  test('is given up after two failures', async () => {
    const failed = ['failed', 'canceled'].map((status) => aRefund(status, 'duplicate:in_1'))
    const made = withPayment(aCharge(), failed)
    expect(await refund()).toEqual({ state: 'failed' })
    expect(made).toEqual([])
  })

  /** Lets Stripe reject each refund of a payment. At each reading, more of the payment has been refunded elsewhere. */
  const rejectWhile = (
    refunded: (reads: number) => number,
    reject: () => Promise<never> = rejectedRequest,
  ) => {
    let reads = 0
    const create = vi.fn<() => Promise<never>>(() => reject())
    withPayment(null)
    const retrieve = async () => {
      reads += 1
      return { id: 'pi_1', latest_charge: aCharge({ amount_refunded: refunded(reads) }) }
    }
    Object.assign(standIn.resources, {
      paymentIntents: { retrieve },
      refunds: { list: () => listOf([]), create },
    })
    return create
  }

  test('is tried three times while the payment changes', async () => {
    const create = rejectWhile((reads) => reads * 100)
    await expect(refund()).rejects.toMatchObject({ code: 'payment_provider_error' })
    expect(create).toHaveBeenCalledTimes(3)
  })

  test('fails with what Stripe responded if it is rejected and the payment has not changed', async () => {
    const create = rejectWhile(() => 100)
    await expect(refund()).rejects.toThrow('Invalid request')
    expect(create).toHaveBeenCalledOnce()
  })

  test.each([
    ['finds no such object', missing],
    ['is down', down],
    ['reports that the key was used with other parameters', reusedKey],
  ])('fails immediately when Stripe %s', async (_what, reject) => {
    const create = rejectWhile((reads) => reads * 100, reject)
    await expect(refund()).rejects.toThrow(/No such object|down|Keys differ/)
    expect(create).toHaveBeenCalledOnce()
  })
})
