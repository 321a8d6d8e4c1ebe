import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { apiError } from '#platform/api-error.ts'
import { log } from '#platform/log.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { aLatePayment, ended } from '#test/kit/in-memory/late-payment.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import type { StripeSweep } from '../stripe-sweep.ts'
import { reconcile } from './reconcile.ts'

beforeEach(() => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
})

type Lists = { readonly [List in keyof StripeSweep]?: Awaited<ReturnType<StripeSweep[List]>> }

interface Facts {
  readonly subscriptions?: ProviderSubscription[]
  /** The invoice that Stripe finds by any id. */
  readonly invoice?: SubscriptionInvoice
}

/** Connects the reconciliation with the account `cus_1`. */
const world = async ({ subscriptions = [aSubscription()], invoice }: Facts = {}) => {
  const reads: string[] = []
  const subscriber = await subscriberInMemory({
    subscriptions,
    invoices: [anInvoice({ status: 'paid', amountPaidMinor: 5000, paymentIntentId: 'pi_1' })],
    stripe: {
      findInvoice: async (id) => {
        reads.push(`invoice ${id}`)
        return invoice
      },
      findSubscription: async (id) => {
        reads.push(`subscription ${id}`)
        return undefined
      },
      findPayment: async (intentId) =>
        intentId === 'pi_unknown'
          ? undefined
          : { intentId, customerId: 'cus_1', reversal: undefined, amountMinor: 5000 },
      findSessionByPayment: async () => undefined,
      findSubscriptionByPayment: async () => undefined,
      findInvoiceByPayment: async () => undefined,
      findSession: async (id) => {
        reads.push(`session ${id}`)
        return aPassSession({ id, kind: passKinds.account, userId: subscriber.caller.userId })
      },
    },
  })
  const { deps: own, table, caller, atStripe } = subscriber
  const customers = customerRepository(table)
  await customers.link(caller.userId, 'cus_1')
  const deps = {
    ...own,
    customers,
    passes: passRepository(table),
    guestKeys: guestKeysFrom(async () => 'a secret'),
  }
  return {
    deps,
    caller,
    atStripe,
    /** Runs with these lists at Stripe, by default with the subscriptions of `cus_1` only. */
    run: async (lists: Lists = {}) => {
      const [readBefore, before] = [reads.length, subscriber.requests.length]
      const sweep: StripeSweep = {
        listSubscriptionsByCustomer: async () =>
          lists.listSubscriptionsByCustomer ?? new Map([['cus_1', atStripe.subscriptions]]),
        listDeletedCustomers: async () => lists.listDeletedCustomers ?? [],
        listEndedSubscriptions: async () => lists.listEndedSubscriptions ?? [],
        listClosedInvoices: async () => lists.listClosedInvoices ?? [],
        listMoneyEvents: async () => lists.listMoneyEvents ?? [],
        listPassSessions: async () => lists.listPassSessions ?? [],
        listReversedPayments: async () => lists.listReversedPayments ?? [],
      }
      const report = await reconcile({ ...deps, sweep }, now)
      const isSynced = subscriber.requests.slice(before).includes('list cus_1')
      return { ...report, isSynced, reads: reads.slice(readBefore) }
    },
  }
}

const correct = { drifted: 0, unmatched: 0, failed: 0 }

describe('the reconciliation of a customer', () => {
  test('gives access that our record does not have, and then changes nothing', async () => {
    const { run } = await world()
    expect(await run()).toMatchObject({ checked: 1, drifted: 1, isSynced: true })
    expect(await run()).toMatchObject({ ...correct, checked: 1, isSynced: false })
  })

  test('changes nothing, and does not fail, if an event corrects our record in the meantime', async () => {
    const { run, deps } = await world()
    const outdated = await deps.customers.findByCustomer('cus_1')
    await run()
    vi.spyOn(deps.customers, 'findByCustomer').mockResolvedValueOnce(outdated)
    expect(await run()).toMatchObject({ ...correct, checked: 1, isSynced: false })
  })

  test.each<[string, Partial<ProviderSubscription>, Partial<ProviderSubscription>, number]>([
    ['the access', {}, { reversal: { reason: 'disputed', amountMinor: 5000 } }, 1],
    ['the status', { status: 'past_due' }, { status: 'incomplete' }, 0],
    ['the end of the period', {}, { periodEndEpochSeconds: inDays(25) }, 0],
    ['the cancellation', {}, { cancelAtPeriodEnd: true }, 0],
    [
      'a withdrawal',
      {},
      {
        withdrawal: {
          state: 'started',
          refundMinor: 5000,
          transferMinor: 0,
          refundedMinor: 0,
          invoiceId: 'in_unlisted',
        },
      },
      0,
    ],
  ])('syncs when %s has changed, and counts changed access', async (_what, before, after, drifted) => {
    const { run, atStripe } = await world({ subscriptions: [aSubscription(before)] })
    await run()
    atStripe.subscriptions = [aSubscription({ ...before, ...after })]
    expect(await run()).toMatchObject({ isSynced: true, drifted })
  })

  test('undoes a duplicate subscription and counts its refund', async () => {
    const { run, atStripe } = await world()
    await run()
    const duplicate = aSubscription({ id: 'sub_2', createdEpochSeconds: inDays(-9) })
    atStripe.subscriptions = [aSubscription(), duplicate]
    atStripe.invoices = atStripe.invoices.map((invoice) => ({ ...invoice, subscription: duplicate }))
    expect(await run()).toMatchObject({ isSynced: true, drifted: 1 })
  })

  test.each<[string, Lists]>([
    ['a payment', { listReversedPayments: ['pi_1'] }],
    ['the end of a subscription', { listEndedSubscriptions: [{ id: 'sub_0', customerId: 'cus_1' }] }],
    [
      'an invoice of an ended subscription',
      { listClosedInvoices: [{ id: 'in_0', customerId: 'cus_1', subscriptionId: 'sub_0' }] },
    ],
  ])('syncs after a change of %s, although the record is correct', async (_what, lists) => {
    const { run } = await world()
    await run()
    expect(await run(lists)).toMatchObject({ ...correct, isSynced: true })
  })

  test.each(['cus_unknown', 'cus_former'])('leaves out %s, which no account has', async (customer) => {
    const { run, deps, caller } = await world()
    await run()
    const findUserId = async (id: string) => (id === 'cus_unknown' ? undefined : caller.userId)
    deps.customers = { ...deps.customers, findUserId }
    const subscriptions = new Map([[customer, []]])
    expect(await run({ listSubscriptionsByCustomer: subscriptions })).toMatchObject({
      ...correct,
      checked: 1,
      isSynced: false,
    })
  })

  test('unlinks a customer that was deleted at Stripe and ends its access, and unlinks no other', async () => {
    const { run, deps, caller, atStripe } = await world()
    await run()
    const customerOfAccount = async () =>
      (await deps.customers.find(caller.userId))?.profile.stripe_customer_id
    const unlink = vi.spyOn(deps.customers, 'unlink')
    expect(await run({ listDeletedCustomers: ['cus_other'] })).toMatchObject(correct)
    expect(await customerOfAccount()).toBe('cus_1')
    expect(unlink).not.toHaveBeenCalled()
    atStripe.subscriptions = []
    const lists = { listDeletedCustomers: ['cus_1'], listSubscriptionsByCustomer: new Map() }
    expect(await run(lists)).toMatchObject({ drifted: 1, isSynced: true })
    expect(await customerOfAccount()).toBeUndefined()
  })

  test('syncs no customer for a payment that Stripe does not find', async () => {
    const { run } = await world()
    await run()
    expect(await run({ listReversedPayments: ['pi_unknown'] })).toMatchObject({
      ...correct,
      checked: 2,
      isSynced: false,
    })
  })

  test('logs why a check failed, with the error of Stripe that caused it', async () => {
    const { run, deps } = await world()
    const cause = new Error('Invalid API Key provided')
    const failure = apiError('payment_provider_error', { cause })
    deps.stripe = { ...deps.stripe, findSession: () => Promise.reject(failure) }
    const error = vi.spyOn(log, 'error')
    await run({ listPassSessions: ['cs_1'] })
    expect(error).toHaveBeenCalledWith(
      'check of the reconciliation failed',
      expect.objectContaining({ id: 'cs_1', cause: 'Error: Invalid API Key provided' }),
    )
  })

  test('continues after a check that fails, and counts it', async () => {
    const { run, deps } = await world()
    deps.stripe = { ...deps.stripe, findSession: () => Promise.reject(new Error('Stripe failed')) }
    expect(await run({ listPassSessions: ['cs_1', 'cs_2'] })).toMatchObject({
      checked: 3,
      failed: 2,
      drifted: 1,
    })
  })
})

describe('the reconciliation of a paid invoice', () => {
  const closed = (customerId: string, subscriptionId: string | null = 'sub_ended') => ({
    listClosedInvoices: [{ id: 'in_1', customerId, subscriptionId }],
  })

  test('refunds a late payment of a customer without an account', async () => {
    const { run } = await world({ invoice: aLatePayment() })
    await run()
    expect(await run(closed('cus_other'))).toMatchObject({
      drifted: 1,
      reads: ['invoice in_1', 'invoice in_1'],
    })
  })

  test('checks whether another refund is due to a customer without an account', async () => {
    const { run } = await world({ invoice: aLatePayment({ isSettled: true }) })
    await run()
    expect(await run(closed('cus_other'))).toMatchObject({
      ...correct,
      reads: ['invoice in_1', 'subscription sub_ended', 'invoice in_1'],
    })
  })

  test('refunds nothing of an account here, and counts what bought no access', async () => {
    const { run } = await world({ invoice: aLatePayment() })
    await run()
    expect(await run(closed('cus_1'))).toMatchObject({ drifted: 0, unmatched: 1, reads: ['invoice in_1'] })
  })

  test('counts none that bought access', async () => {
    const invoice = aLatePayment({ subscription: ended, paidAtEpochSeconds: inDays(-9) })
    const { run } = await world({ invoice })
    await run()
    expect(await run(closed('cus_1'))).toMatchObject({ ...correct, reads: ['invoice in_1'] })
  })

  test.each<[string, string | null]>([
    ['is running', 'sub_1'],
    ['does not exist', null],
  ])('reads nothing if its subscription %s', async (_name, subscriptionId) => {
    const { run } = await world({ invoice: aLatePayment() })
    await run()
    expect(await run(closed('cus_other', subscriptionId))).toMatchObject({ ...correct, reads: [] })
  })
})

describe('the reconciliation of a pass session', () => {
  test('creates the pass once', async () => {
    const { run } = await world()
    await run()
    const lists = { listPassSessions: ['cs_1'] }
    expect(await run(lists)).toMatchObject({ drifted: 1, reads: ['session cs_1'] })
    expect(await run(lists)).toMatchObject({ ...correct, checked: 2, reads: [] })
  })

  test('counts no session that gives no pass', async () => {
    const { run, deps } = await world()
    await run()
    deps.stripe = { ...deps.stripe, findSession: async () => undefined }
    expect(await run({ listPassSessions: ['cs_1'] })).toMatchObject(correct)
  })
})

describe('the reconciliation of an event about money', () => {
  const event = { type: 'invoice.paid', objectId: 'in_1', eventId: 'evt_1' } as const

  test('reads the facts for the email about an event that was lost, and records that', async () => {
    const { run, deps } = await world()
    expect(await run({ listMoneyEvents: [event] })).toMatchObject({ failed: 0, drifted: 1 })
    expect(emailFactGateway.findPaidInvoice).toHaveBeenCalledExactlyOnceWith('in_1')
    expect(await deps.events.isEmailed('evt_1')).toBe(true)
  })

  test('reads nothing for an event that was processed', async () => {
    const { run, deps } = await world()
    await deps.events.record({ eventId: 'evt_1', type: 'invoice.paid' }, now)
    await run({ listMoneyEvents: [event] })
    expect(emailFactGateway.findPaidInvoice).not.toHaveBeenCalled()
  })
})
