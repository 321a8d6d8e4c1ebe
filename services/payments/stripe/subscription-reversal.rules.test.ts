import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import {
  aStripeCharge,
  aStripeInvoice,
  aStripeSubscription,
  paidBy,
} from '#test/kit/in-memory/stripe-objects.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const invoice = (id: string, intent: string, changes: object = {}) => ({
  ...aStripeInvoice({ status: 'paid', ...paidBy(intent), ...changes }),
  id,
})

describe('the reversal that decides about a subscription', () => {
  /** The status of a payment's dispute, and whether it was refunded in full. */
  interface Fate {
    readonly dispute?: string
    readonly refunded?: boolean
  }
  interface Found {
    readonly fates: Readonly<Record<string, Fate>>
    readonly paid: readonly { id: string }[]
    /** Default: the newest paid invoice. */
    readonly latest?: { id: string }
    readonly customer?: string | null
  }

  const chargeOf = (id: string, { dispute, refunded = false }: Fate = {}) =>
    aStripeCharge({ id, payment_intent: id, amount: 4000, refunded, disputed: dispute !== undefined })

  let reads = { payments: 0, lists: 0 }
  const reversal = ({ fates, paid, latest = paid[0], customer = 'cus_1' }: Found) => {
    reads = { payments: 0, lists: 0 }
    const subscription = aStripeSubscription({ latest_invoice: latest?.id ?? null, customer })
    at({
      subscriptions: { retrieve: async () => subscription },
      charges: {
        list: (query: { customer: string | null }) => {
          expect(query.customer).toBe('cus_1')
          return listOf(Object.entries(fates).map(([id, fate]) => chargeOf(id, fate)))
        },
      },
      invoices: {
        retrieve: async () => latest ?? missing(),
        list: () => {
          reads.lists += 1
          return listOf(paid)
        },
      },
      paymentIntents: {
        retrieve: async (id: string | null) => {
          reads.payments += 1
          return id === null ? missing() : { amount: 4000, latest_charge: chargeOf(id, fates[id]) }
        },
      },
      disputes: { list: ({ charge }: { charge: string }) => listOf([{ status: fates[charge]?.dispute }]) },
    })
    return stripeGateway.findReversal('sub_1')
  }
  const paid = [invoice('in_2', 'pi_2'), invoice('in_1', 'pi_1')]
  const draft = invoice('in_3', 'pi_3', { status: 'draft', payments: { data: [] } })
  const open = { dispute: 'under_review' }

  test.each<[string, Fate, string]>([
    ['full refund', { refunded: true }, 'refunded'],
    ['lost dispute', { dispute: 'lost' }, 'dispute_lost'],
  ])('is the %s of the current payment before any dispute', async (_what, fate, reason) => {
    const found = { reason, amountMinor: 4000, invoiceId: 'in_2', intentId: 'pi_2' }
    expect(await reversal({ fates: { pi_2: fate, pi_1: open }, paid })).toEqual(found)
    const latest = invoice('in_3', 'pi_3', { status: 'void' })
    expect(await reversal({ fates: { pi_2: fate, pi_1: open }, paid, latest })).toEqual(found)
  })

  test.each<[string, Fate]>([
    ['not refunded', open],
    ['refunded in full', { ...open, refunded: true }],
  ])('is the open dispute of a payment for any period that is %s', async (_what, fate) => {
    expect(await reversal({ fates: { pi_1: fate }, paid })).toEqual({
      reason: 'disputed',
      amountMinor: 4000,
      invoiceId: 'in_1',
      intentId: 'pi_1',
      isEarlier: true,
    })
  })

  test('is the newest open dispute of several', async () => {
    const fates = { pi_1: open, pi_2: { dispute: 'needs_response' } }
    expect(await reversal({ fates, paid })).toMatchObject({ invoiceId: 'in_2', isEarlier: false })
  })

  test('is the refund of the last payment if a dispute prevents the charge for the current period', async () => {
    const refund = { reason: 'refunded', invoiceId: 'in_2' }
    const both = { pi_2: { ...open, refunded: true } }
    expect(await reversal({ fates: both, paid, latest: draft })).toMatchObject(refund)
    const earlier = { pi_2: { refunded: true }, pi_1: open }
    expect(await reversal({ fates: earlier, paid, latest: draft })).toMatchObject(refund)
    const unpaid = { ...draft, status: 'open' }
    expect(await reversal({ fates: both, paid, latest: unpaid })).toMatchObject({ reason: 'disputed' })
    expect(await reversal({ fates: { pi_2: open }, paid, latest: draft })).toMatchObject({
      reason: 'disputed',
    })
  })

  test('is found without a request for each payment of ten years', async () => {
    const years = Array.from({ length: 120 }, (_, month) => invoice(`in_${month}`, `pi_${month}`))
    expect(await reversal({ fates: {}, paid: years })).toBeUndefined()
    expect(reads).toEqual({ payments: 1, lists: 0 })
    expect(await reversal({ fates: { pi_119: open }, paid: years })).toMatchObject({ invoiceId: 'in_119' })
    expect(reads).toEqual({ payments: 1, lists: 1 })
  })

  test('is nothing without a dispute while the draft of the current period can be charged', async () => {
    expect(await reversal({ fates: { pi_2: { refunded: true } }, paid, latest: draft })).toBeUndefined()
  })

  test('is nothing when all payments count, or were refunded or lost for an earlier period', async () => {
    expect(await reversal({ fates: {}, paid })).toBeUndefined()
    expect(await reversal({ fates: { pi_1: { dispute: 'won' } }, paid })).toBeUndefined()
    expect(await reversal({ fates: { pi_1: { dispute: 'lost' } }, paid })).toBeUndefined()
    expect(await reversal({ fates: { pi_1: { refunded: true } }, paid })).toBeUndefined()
    const outside = { ...invoice('in_1', 'pi_1'), payments: { data: [{ payment: {} }] } }
    const withoutPayments = [outside, { ...outside, payments: undefined }]
    expect(await reversal({ fates: {}, paid: withoutPayments })).toBeUndefined()
    expect(await reversal({ fates: {}, paid: [] })).toBeUndefined()
    expect(await reversal({ fates: { pi_1: open }, paid, customer: null })).toBeUndefined()
  })
})
