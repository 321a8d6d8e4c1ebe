import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import { aPassInvoice } from '#test/kit/in-memory/session.ts'
import { findReceiptEmail } from './receipt-email.ts'
import { emailFactGateway } from './stripe/email-facts.ts'

const contentOf = async (amountMinor: number, creditMinor: number) => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(
    aPassInvoice({ plan: 'monthly', amountMinor, creditMinor }),
  )
  return (await findReceiptEmail('in_1', 'https://advice.example'))?.content
}

describe('the receipt of an invoice', () => {
  test('has the payment, and what was paid from credit', async () => {
    expect(await contentOf(2000, 3000)).toMatchObject({ amount_minor: 2000, credit_minor: 3000 })
  })

  test('mentions no credit if none was used', async () => {
    expect(await contentOf(5000, 0)).not.toHaveProperty('credit_minor')
  })
})
