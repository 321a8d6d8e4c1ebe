import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, down, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeInvoice, aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { disputeGateway } from './dispute-effect.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const paidInvoice = (changes: object = {}) =>
  aStripeInvoice({ status: 'paid', created: 50, status_transitions: { paid_at: 100 }, ...changes })

/** Finds the effect of a dispute about the payment of an invoice. */
const find = (subscription: object, invoice: unknown = paidInvoice(), intent: string | null = 'pi_1') => {
  at({
    disputes: { retrieve: async () => ({ payment_intent: intent }) },
    invoicePayments: { list: () => listOf(invoice === null ? [] : [{ invoice }]) },
    subscriptions: { retrieve: async () => aStripeSubscription(subscription) },
  })
  return disputeGateway.findDisputeEffect('dp_1')
}

const recorded = (reversal: string, invoice = 'in_1') => ({
  metadata: { reversal, reversal_invoice: invoice, reversal_amount_minor: '5000' },
})
const latest = { latest_invoice: paidInvoice() }
const paused = { pause_collection: { behavior: 'void' } }
const ended = { status: 'canceled', ended_at: 200 }

describe('the effect of a dispute', () => {
  test.each<[string, object, string | undefined]>([
    ['suspends its subscription', { ...latest, ...paused, ...recorded('disputed') }, 'suspended'],
    ['stops renewals only', { latest_invoice: paidInvoice({ id: 'in_2' }), ...paused }, 'paused'],
    ['leaves a subscription that renews', latest, 'running'],
    ['leaves one that is cancelled', { ...latest, cancel_at_period_end: true }, 'ending'],
    ['is unknown while a charge is unpaid', { ...latest, status: 'past_due' }, undefined],
    [
      'is unknown while a charge is unpaid, even with the dispute open',
      { ...latest, ...paused, ...recorded('disputed'), status: 'past_due' },
      undefined,
    ],
    ['is unknown for a subscription that has not started', { ...latest, status: 'trialing' }, undefined],
    ['ended its subscription', { ...ended, ...recorded('dispute_lost') }, 'ended'],
    [
      'returns none after another dispute ended it',
      { ...ended, ...recorded('dispute_lost', 'in_2') },
      'none',
    ],
    ['returns none for one that ended before', { ...ended, ...recorded('disputed') }, 'none'],
    ['is unknown for a late payment', { ...ended, ended_at: 99 }, undefined],
    ['is unknown for a payment in the second of the end', { ...ended, ended_at: 100 }, undefined],
  ])('%s', async (_title, subscription, effect) => {
    expect((await find(subscription))?.effect).toBe(effect)
  })

  test('names the end of a subscription only if it is cancelled', async () => {
    const end = 1_700_000_000
    const iso = new Date(end * 1000).toISOString()
    expect(await find({ ...latest, cancel_at: end })).toEqual({ effect: 'ending', endsAt: iso })
    expect(await find(latest)).toEqual({ effect: 'running' })
  })

  test('returns none for a subscription that ended in the second in which it was bought', async () => {
    expect(await find({ ...ended, ended_at: 100 }, paidInvoice({ created: 100 }))).toEqual({
      effect: 'none',
    })
  })

  test('is unknown for a payment from the end of its period on', async () => {
    const paidUntil = (end: number) => paidInvoice({ lines: { data: [{ period: { end } }] } })
    expect(await find(ended, paidUntil(101))).toEqual({ effect: 'none' })
    for (const end of [100, 99]) expect(await find(ended, paidUntil(end))).toBeUndefined()
  })

  test('is unknown for a payment that gave access by itself', async () => {
    expect(await find(ended, paidInvoice({ metadata: { late_payment: 'gave_access' } }))).toBeUndefined()
  })

  test('is unknown without a payment, an invoice or a subscription', async () => {
    expect(await find(latest, paidInvoice(), null)).toBeUndefined()
    expect(await find(latest, paidInvoice({ parent: null }))).toBeUndefined()
    for (const invoice of [null, 'in_1', paidInvoice({ deleted: true })])
      expect(await find(latest, invoice)).toBeUndefined()
    at({ disputes: { retrieve: missing } })
    expect(await disputeGateway.findDisputeEffect('dp_1')).toBeUndefined()
    at({ disputes: { retrieve: down } })
    await expect(disputeGateway.findDisputeEffect('dp_1')).rejects.toThrow('down')
  })
})
