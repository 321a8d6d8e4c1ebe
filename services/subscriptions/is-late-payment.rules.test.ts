import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { aLatePayment, endingAt } from '#test/kit/in-memory/late-payment.ts'
import { inDays } from '#test/kit/in-memory/subscriber.ts'
import { isLatePayment } from './late-payments.ts'

describe('a payment', () => {
  test('is late when the subscription had ended before', () => {
    expect(isLatePayment(aLatePayment())).toBe(true)
  })

  test('is late when it was a bank transfer that staff recorded', () => {
    expect(isLatePayment(aLatePayment({ paymentIntentId: null }))).toBe(true)
  })

  test('is late in the second of the end, unless the invoice was issued then too', () => {
    const end = { paidAtEpochSeconds: inDays(-5) }
    expect(isLatePayment(aLatePayment({ ...end, createdEpochSeconds: inDays(-20) }))).toBe(true)
    expect(isLatePayment(aLatePayment({ ...end, createdEpochSeconds: inDays(-5) }))).toBe(false)
  })

  test('is late when its period was over, although the subscription had not ended', () => {
    const unpaidLater = {
      ...endingAt({ endedEpochSeconds: inDays(-1) }),
      period: { start: inDays(-40), end: inDays(-10) },
    }
    expect(isLatePayment(aLatePayment({ ...unpaidLater, paidAtEpochSeconds: inDays(-10) }))).toBe(true)
    expect(isLatePayment(aLatePayment({ ...unpaidLater, paidAtEpochSeconds: inDays(-11) }))).toBe(false)
  })

  test('is late within the hour before a cancellation for this unpaid invoice', () => {
    const isLate = (unpaidInvoiceIds: string[], secondsBefore: number) =>
      isLatePayment(
        aLatePayment({ ...endingAt({ unpaidInvoiceIds }), paidAtEpochSeconds: inDays(-5) - secondsBefore }),
      )
    expect([isLate(['in_1'], 1), isLate(['in_1'], 3599), isLate(['in_1'], 3600)]).toEqual([true, true, false])
    expect([isLate(['in_2'], 1), isLate([], 1)]).toEqual([false, false])
  })

  test.each<[string, Partial<SubscriptionInvoice>]>([
    ['the invoice is not paid', { status: 'open' }],
    ['the time of the payment is unknown', { paidAtEpochSeconds: null }],
    ['the subscription is active', endingAt({ status: 'active' })],
    ['the subscription is a duplicate', endingAt({ duplicate: 'settled' })],
    ['the end of the subscription is unknown', endingAt({ endedEpochSeconds: null })],
    ['it was made before the subscription ended', { paidAtEpochSeconds: inDays(-6) }],
  ])('is not late when %s', (_name, changes) => {
    expect(isLatePayment(aLatePayment(changes))).toBe(false)
  })
})
