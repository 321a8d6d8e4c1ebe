import { describe, expect, test } from 'vitest'
import { openBalanceOf, type OwedInvoice } from './open-balance.ts'

const invoice = (id: string, facts: Partial<OwedInvoice> = {}): OwedInvoice => ({
  id,
  created: 1_800_000_000,
  amount_remaining: 5000,
  currency: 'gbp',
  hosted_invoice_url: `https://pay.example/${id}`,
  next_payment_attempt: null,
  isPastDue: false,
  ...facts,
})

describe('open balance', () => {
  test('is null without an unpaid invoice', () => {
    expect(openBalanceOf([])).toBeNull()
  })

  test('names the amount of the invoice that it links, and the sum of all', () => {
    const older = invoice('older', { amount_remaining: 55_000 })
    const newer = invoice('newer', { created: older.created + 60 })
    expect(openBalanceOf([older, newer])).toMatchObject({
      amountMinor: 60_000,
      invoiceMinor: 5000,
      invoices: 2,
      url: 'https://pay.example/newer',
    })
  })

  test('links the invoice of a past-due subscription before a newer one of an ended subscription', () => {
    const pastDue = invoice('past-due', { isPastDue: true, next_payment_attempt: 1_800_086_400 })
    const ended = invoice('ended', { created: pastDue.created + 60 })
    expect(openBalanceOf([ended, pastDue])).toMatchObject({
      url: 'https://pay.example/past-due',
      nextAttemptAt: '2027-01-16T08:00:00.000Z',
    })
  })

  test('links the newest of several invoices, and of the same second the first by id', () => {
    const first = invoice('a')
    const second = invoice('b')
    const newer = { ...second, created: first.created + 60 }
    expect(openBalanceOf([first, newer])?.url).toBe('https://pay.example/b')
    expect(openBalanceOf([second, first])?.url).toBe('https://pay.example/a')
  })
})
