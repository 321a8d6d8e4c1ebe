import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countMetrics } from '#platform/metric.ts'
import type { PartOutcome } from '#services/payments/stripe/refunds.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { refundCredit } from './refund-credit.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const refund = (outcome: PartOutcome) =>
  refundCredit(
    { subscriptionId: 'sub_1', invoiceId: 'in_1', intentId: 'pi_1' },
    {
      ...stripeGateway,
      findCreditedPayment: async () => ({
        id: 'in_0',
        number: 'A-0',
        currency: 'gbp',
        isSettled: false,
        intentId: 'pi_0',
        creditMinor: 3000,
      }),
      isPaymentWithdrawn: async () => false,
      refundPart: async () => outcome,
    },
  )

describe('the refund of a credit', () => {
  test('raises no alarm when it is made', async () => {
    await refund({ state: 'refunded', amountMinor: 3000 })
    expect(countMetrics).not.toHaveBeenCalled()
  })

  test.each(['disputed', 'dispute_lost'] as const)(
    'raises an alarm when Stripe does not make it, because the payment is %s',
    async (state) => {
      await refund({ state })
      expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
    },
  )
})
