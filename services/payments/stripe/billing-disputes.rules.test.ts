import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, listOf, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge, aStripeInvoice, paidBy } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

/** Reads the payments of a customer whose disputes have these states, by charge. */
const paymentsOf = async (
  charges: readonly object[],
  disputes: Readonly<Record<string, string>>,
  invoices: readonly object[] = [],
) => {
  at({
    customers: { retrieve: async () => ({ invoice_settings: { default_payment_method: null } }) },
    subscriptions: { list: () => listOf([]) },
    invoices: { list: () => listOf(invoices) },
    charges: { list: () => listOf(charges) },
    disputes: { list: ({ charge }: { charge: string }) => listOf([{ status: disputes[charge] }]) },
  })
  return (await stripeGateway.findBilling('cus_1')).payments
}

const disputed = (changes: object) => aStripeCharge({ disputed: true, ...changes })

describe('the dispute of a payment in the billing panel', () => {
  test.each([
    ['open', 'needs_response', 'open'],
    ['lost', 'lost', 'lost'],
    ['won, which leaves the payment with us', 'won', undefined],
  ])('is shown with the receipt of a pass: %s', async (_state, status, dispute) => {
    const pass = disputed({ id: 'ch_1', metadata: { kind: 'pass' }, payment_intent: 'pi_1' })
    const [payment] = await paymentsOf([pass], { ch_1: status })
    expect(payment?.dispute).toBe(dispute)
  })

  test('is shown with the invoice that its charge paid, and only there', async () => {
    const invoices = [aStripeInvoice(paidBy('pi_1')), aStripeInvoice({ id: 'in_2', ...paidBy('pi_2') })]
    const charges = [
      disputed({ id: 'ch_1', payment_intent: 'pi_1' }),
      aStripeCharge({ id: 'ch_2', payment_intent: 'pi_2' }),
    ]
    const payments = await paymentsOf(charges, { ch_1: 'lost' }, invoices)
    expect(payments.map(({ dispute }) => dispute)).toEqual(['lost', undefined])
  })
})
