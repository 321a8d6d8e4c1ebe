import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { toWithdrawalMetadata } from '#services/payments/stripe/withdrawn.ts'
import { at, listOf, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aStripeSubscription } from '#test/kit/in-memory/stripe-objects.ts'
import { stripeSweep } from './stripe-sweep.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const since = new Date('2027-03-01T10:00:00Z')
const created = since.getTime() / 1000
const day = 24 * 3600

interface Query {
  readonly type?: string
  readonly types?: readonly string[]
}

/** Makes Stripe list the events of these objects that a query selects, the newest first. */
const withEvents = (...objects: readonly object[]) => {
  const events = objects.map((object, index) => ({ created, id: `evt_${index}`, ...eventOf(object) }))
  const list = ({ type, types }: Query) =>
    listOf(events.filter((event) => (types ?? [type ?? event.type]).includes(event.type)))
  at({ events: { list } })
}
const eventOf = (object: object) => ({ type: 'invoice.paid', data: { object }, ...object })

const anInvoice = (changes: object = {}) => ({
  object: 'invoice',
  id: 'in_1',
  customer: 'cus_1',
  parent: { subscription_details: { subscription: 'sub_1' } },
  ...changes,
})

describe('the lists of the reconciliation', () => {
  test('end with the first event from before that time', async () => {
    withEvents(
      anInvoice({ id: 'in_3', created: created + 1 }),
      anInvoice({ id: 'in_2', created }),
      anInvoice({ id: 'in_1', created: created - 1 }),
    )
    expect((await stripeSweep.listClosedInvoices(since)).map(({ id }) => id)).toEqual(['in_3', 'in_2'])
  })

  test.each([
    'listClosedInvoices',
    'listEndedSubscriptions',
    'listMoneyEvents',
    'listReversedPayments',
  ] as const)('keep of each event only what they return: %s', async (name) => {
    const steps: string[] = []
    const list = async function* () {
      for (const id of ['evt_2', 'evt_1']) {
        steps.push(`list ${id}`)
        yield {
          id,
          created,
          type: 'invoice.paid',
          get data() {
            steps.push(`read ${id}`)
            return { object: anInvoice() }
          },
        }
      }
    }
    at({ events: { list } })
    await stripeSweep[name](since)
    expect([...new Set(steps)]).toEqual(['list evt_2', 'read evt_2', 'list evt_1', 'read evt_1'])
  })

  test('have the running subscriptions by customer', async () => {
    const subscriptions = ['sub_1', 'sub_2', 'sub_3'].map((id) =>
      aStripeSubscription({ id, customer: id === 'sub_3' ? 'cus_2' : 'cus_1' }),
    )
    const ofNobody = aStripeSubscription({ id: 'sub_4', customer: null })
    at({ subscriptions: { list: () => listOf([...subscriptions, ofNobody]) } })
    const byCustomer = await stripeSweep.listSubscriptionsByCustomer()
    expect([...byCustomer].map(([id, found]) => [id, found.map((one) => one.id)])).toEqual([
      ['cus_1', ['sub_1', 'sub_2']],
      ['cus_2', ['sub_3']],
    ])
  })

  test('have each subscription that ended, or changed after its end, once, if its customer is known', async () => {
    const object = 'subscription'
    const ended = { type: 'customer.subscription.deleted', object, status: 'canceled', customer: 'cus_1' }
    const updated = { ...ended, type: 'customer.subscription.updated' }
    withEvents(
      { ...updated, id: 'sub_1' },
      { ...ended, id: 'sub_1' },
      { ...updated, id: 'sub_3' },
      { ...updated, id: 'sub_4', status: 'active' },
      { ...ended, id: 'sub_2', customer: null },
      { ...ended, id: 'in_1', object: 'invoice' },
    )
    expect(await stripeSweep.listEndedSubscriptions(since)).toEqual([
      { id: 'sub_1', customerId: 'cus_1' },
      { id: 'sub_3', customerId: 'cus_1' },
    ])
  })

  test('have the closed invoices, if their customer is known', async () => {
    withEvents(
      anInvoice(),
      anInvoice({ id: 'in_2', parent: null, type: 'invoice.voided' }),
      anInvoice({ id: 'in_4', type: 'invoice.marked_uncollectible' }),
      anInvoice({ id: 'in_5', type: 'invoice.finalized' }),
      anInvoice({ id: 'in_3', customer: null }),
      anInvoice({ id: 'sub_1', object: 'subscription' }),
      anInvoice({ id: undefined }),
    )
    expect(await stripeSweep.listClosedInvoices(since)).toEqual([
      { id: 'in_1', customerId: 'cus_1', subscriptionId: 'sub_1' },
      { id: 'in_2', customerId: 'cus_1', subscriptionId: null },
      { id: 'in_4', customerId: 'cus_1', subscriptionId: 'sub_1' },
    ])
  })

  test('have the subscription of an invoice in an event of an account with an older API version', async () => {
    withEvents(
      anInvoice({ parent: undefined, subscription: 'sub_1' }),
      anInvoice({ id: 'in_2', parent: undefined, subscription: null }),
    )
    expect(await stripeSweep.listClosedInvoices(since)).toEqual([
      { id: 'in_1', customerId: 'cus_1', subscriptionId: 'sub_1' },
      { id: 'in_2', customerId: 'cus_1', subscriptionId: null },
    ])
  })

  test('have the events about money, the oldest first', async () => {
    const customer = { type: 'customer.updated', object: 'customer', id: 'cus_1' }
    withEvents(anInvoice(), customer, anInvoice({ id: 'in_0' }))
    expect((await stripeSweep.listMoneyEvents(since)).map(({ objectId }) => objectId)).toEqual([
      'in_0',
      'in_1',
    ])
  })

  test('have the record of a withdrawal from a subscription that had ended before, as its end', async () => {
    const updated = {
      type: 'customer.subscription.updated',
      object: 'subscription',
      status: 'canceled',
      metadata: toWithdrawalMetadata({
        state: 'started',
        refundMinor: 0,
        transferMinor: 0,
        refundedMinor: 5000,
        invoiceId: 'in_1',
      }),
    }
    withEvents(
      { ...updated, id: 'sub_1' },
      { ...updated, id: 'sub_2', status: 'active' },
      { ...updated, id: 'sub_3', metadata: {} },
    )
    expect(await stripeSweep.listMoneyEvents(since)).toEqual([
      { type: 'customer.subscription.deleted', objectId: 'sub_1', eventId: 'sub_1' },
    ])
  })

  test('have the sessions of passes, including those whose direct debit takes ten days', async () => {
    const pass = {
      mode: 'payment',
      status: 'complete',
      metadata: { kind: passKinds.account },
      created: created - 10 * day,
    }
    const sessions = [
      { ...pass, id: 'cs_pass' },
      { ...pass, id: 'cs_guest', metadata: { kind: passKinds.guest } },
      { ...pass, id: 'cs_other', metadata: {} },
      { ...pass, id: 'cs_foreign', metadata: null },
      { ...pass, id: 'cs_subscription', mode: 'subscription' },
      { ...pass, id: 'cs_unpaid', status: 'expired' },
      { ...pass, id: 'cs_old', created: created - 10 * day - 1 },
    ]
    const list = ({ status }: { status?: string }) =>
      listOf(sessions.filter((session) => status === undefined || status === session.status))
    at({ checkout: { sessions: { list } } })
    expect(await stripeSweep.listPassSessions(since)).toEqual(['cs_pass', 'cs_guest'])
  })

  test('include deleted customers', async () => {
    const deleted = { type: 'customer.deleted', object: 'customer' }
    withEvents(
      { ...deleted, id: 'cus_1' },
      { ...deleted, id: 'cus_2', type: 'customer.updated' },
      { ...deleted, id: 'ch_1', object: 'charge' },
    )
    expect(await stripeSweep.listDeletedCustomers(since)).toEqual(['cus_1'])
  })

  test('have each refunded or disputed payment once', async () => {
    withEvents(
      { type: 'charge.refunded', object: 'charge', id: 'ch_1', payment_intent: 'pi_1' },
      { type: 'refund.failed', object: 'refund', id: 're_1', payment_intent: 'pi_1' },
      { type: 'charge.dispute.closed', object: 'dispute', id: 'du_2', payment_intent: 'pi_2' },
      { type: 'charge.dispute.created', object: 'dispute', id: 'du_1', payment_intent: null },
      { type: 'charge.refunded', object: 'charge', id: 'ch_2' },
      { type: 'charge.succeeded', object: 'charge', id: 'ch_3', payment_intent: 'pi_3' },
    )
    expect(await stripeSweep.listReversedPayments(since)).toEqual(['pi_1', 'pi_2'])
  })
})
