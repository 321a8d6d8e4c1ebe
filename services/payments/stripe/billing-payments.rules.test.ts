import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { billingOf } from '#test/kit/in-memory/billing.ts'
import { standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeCharge, aStripeInvoice, paidBy } from '#test/kit/in-memory/stripe-objects.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

describe('the payments of the billing panel', () => {
  const shown = async (invoices: readonly object[], charges: readonly object[] = []) =>
    (await billingOf({ invoices, charges })).payments

  test.each<[string, object, object | undefined]>([
    [
      'paid',
      { status: 'paid', amount_paid: 4000, status_transitions: { paid_at: 1_800_000_050 } },
      { status: 'paid', amountMinor: 4000, paidOrIssuedAt: iso(1_800_000_050) },
    ],
    [
      'paid outside of Stripe',
      { status: 'paid', amount_paid_off_stripe: 5000, status_transitions: { paid_at: 1_800_000_050 } },
      { status: 'paid', amountMinor: 5000 },
    ],
    ['open', {}, { status: 'open', amountMinor: 5000, paidOrIssuedAt: iso(1_800_000_000) }],
    ['open, with a part paid from credit', { amount_due: 2000 }, { status: 'open', amountMinor: 2000 }],
    ['written off', { status: 'uncollectible' }, { status: 'written_off', amountMinor: 5000 }],
    [
      'a change of plan that is paid',
      { status: 'paid', billing_reason: 'subscription_update' },
      { status: 'paid' },
    ],
    [
      'a change of plan that is written off',
      { status: 'uncollectible', billing_reason: 'subscription_update' },
      { status: 'written_off' },
    ],
    ['a change of plan that waits for its payment', { billing_reason: 'subscription_update' }, undefined],
    ['a draft', { status: 'draft' }, undefined],
    ['void', { status: 'void' }, undefined],
    ['without a status', { status: null }, undefined],
  ])('show an invoice that is %s only if it was issued', async (_title, changes, expected) => {
    expect(await shown([aStripeInvoice(changes)])).toMatchObject(expected === undefined ? [] : [expected])
  })

  test('distinguish passes from subscriptions', async () => {
    const kinds = async (parent: object | null) =>
      (await shown([aStripeInvoice({ parent })])).map(({ kind }) => kind)
    expect(await kinds({ subscription_details: { subscription: 'sub_1' } })).toEqual(['subscription'])
    expect(await kinds(null)).toEqual(['pass'])
  })

  test('show the refunds of their own charges', async () => {
    const invoice = aStripeInvoice(paidBy('pi_1'))
    const charges = [
      aStripeCharge({ payment_intent: 'pi_1', amount_refunded: 300 }),
      aStripeCharge({ payment_intent: { id: 'pi_1' }, amount_refunded: 20 }),
      aStripeCharge({ payment_intent: 'pi_2', amount_refunded: 1000 }),
      aStripeCharge({ payment_intent: null, amount_refunded: 1000 }),
    ]
    expect(await shown([invoice], charges)).toMatchObject([{ refundedMinor: 320 }])
    expect(await shown([aStripeInvoice({ payments: undefined })], charges)).toMatchObject([
      { refundedMinor: 0 },
    ])
  })

  test('show the receipt of a pass that has no invoice, newest first', async () => {
    const pass = (changes: object = {}) =>
      aStripeCharge({ metadata: { kind: 'pass' }, payment_intent: 'pi_1', ...changes })
    const invoice = aStripeInvoice({ id: 'in_2', created: 1_800_000_100, ...paidBy('pi_2') })
    const charges = [pass({ amount_refunded: 10 }), pass({ payment_intent: 'pi_2' })]
    expect(await shown([invoice], charges)).toMatchObject([
      { kind: 'subscription' },
      { kind: 'pass', status: 'paid', amountMinor: 5000, refundedMinor: 10, number: '1000-1' },
    ])
    expect(await shown([], [pass({ payment_intent: null })])).toHaveLength(1)
    expect(await shown([], [pass({ status: 'failed' }), pass({ metadata: {} })])).toEqual([])
  })
})
