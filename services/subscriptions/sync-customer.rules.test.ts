import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { entitlementOf, noEntitlement, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { findAccount } from '#platform/account/account.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { changedDetailsRepository } from '#services/payments/changed-details.repository.ts'
import type { RefundOutcome } from '#services/payments/stripe/refunds.ts'
import { anInvoice, aSubscription, inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { withOverlap } from '#test/kit/overlap.ts'
import { subscriptionRepository } from './subscription.repository.ts'
import { syncCustomer } from './sync-customer.ts'

type Subscriber = Awaited<ReturnType<typeof subscriberInMemory>>

const cause = { eventId: 'evt_1', type: 'invoice.paid' }
const sync = ({ caller, deps }: Subscriber, customer: object = {}) =>
  syncCustomer({ userId: caller.userId, customerId: 'cus_1', now, ...customer }, deps)
const stored = async ({ table, caller }: Subscriber) => findAccount(table, caller.userId)

describe('a sync', () => {
  test('keeps the version of a record that is up to date, and counts itself', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    for (let i = 0; i < 3; i += 1) await sync(subscriber)
    expect((await stored(subscriber))?.subscription).toMatchObject({ version: 1, checks: 2 })
  })

  test('updates the address of a member whose record has another one', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    await sync(subscriber)
    const { caller, table } = subscriber
    await table.put(keys.profile(caller.userId), { ...caller.profile, email: 'new@people.example' })
    await sync(subscriber)
    expect((await stored(subscriber))?.subscriber?.email).toBe('new@people.example')
  })

  test('keeps the address that is changed and copied to the record while it reads Stripe', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    await sync(subscriber)
    const { caller, deps, table } = subscriber
    let isPaused = false
    const changeAddress = async () => {
      isPaused = true
      await table.put(keys.profile(caller.userId), { ...caller.profile, email: 'new@people.example' })
      const account = await stored(subscriber)
      if (account !== undefined) await changedDetailsRepository(table).copyAddress(account)
    }
    const listSubscriptions = async () => {
      if (!isPaused) await changeAddress()
      return [aSubscription({ isPaused })]
    }
    const stripe = { ...deps.stripe, listSubscriptions }
    await syncCustomer({ userId: caller.userId, customerId: 'cus_1', now }, { ...deps, stripe })
    const { subscriber: record, subscription } = (await stored(subscriber)) ?? {}
    expect(record?.email).toBe('new@people.example')
    expect(subscription?.disputed).toBe(true)
  })

  test('reads no invoices while everything is paid', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()], invoices: [anInvoice()] })
    expect((await sync(subscriber)).balanceMinor).toBeUndefined()
    expect(subscriber.requests).toEqual(['list cus_1'])
  })

  test.each<Partial<ProviderSubscription>>([
    { status: 'past_due' },
    { status: 'canceled', endedEpochSeconds: inDays(-1) },
  ])('finds the balance of a subscription with %j', async (changes) => {
    const subscription = aSubscription(changes)
    const invoices = [anInvoice({ subscription })]
    const subscriber = await subscriberInMemory({ subscriptions: [subscription], invoices })
    expect(await sync(subscriber)).toMatchObject({ subscribed: false, balanceMinor: 5000 })
    expect((await stored(subscriber))?.subscription?.balance_due_minor).toBe(5000)
  })

  test.each<[string, Partial<ProviderSubscription>, boolean]>([
    ['disputed', { reversal: { reason: 'disputed', amountMinor: 5000 } }, true],
    ['paused by the dispute of an earlier payment', { isPaused: true }, true],
    ['paid', {}, false],
  ])('records whether a subscription is disputed: %s', async (_state, changes, disputed) => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription(changes)] })
    await sync(subscriber)
    expect((await stored(subscriber))?.subscription?.disputed).toBe(disputed)
  })

  test('ends a subscription whose retries are over', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription({ status: 'unpaid' })] })
    expect(await sync(subscriber)).toMatchObject({ status: 'canceled' })
    expect(subscriber.changes()).toEqual(['mark the unpaid invoices of sub_1', 'end sub_1'])
  })

  test.each<[string, Partial<ProviderSubscription>, string[]]>([
    ['drops the pending change', { hasPendingChange: true }, ['drop the change of sub_1']],
    ['moves the end of', { endsBeforePaidChange: true }, ['move the cancellation of sub_1']],
    ['changes nothing else of', {}, []],
  ])('%s a subscription that was cancelled in the portal', async (_name, state, changes) => {
    const subscription = aSubscription({ cancelAtEpochSeconds: inDays(5), ...state })
    const subscriber = await subscriberInMemory({ subscriptions: [subscription] })
    await sync(subscriber)
    expect(subscriber.changes()).toEqual(changes)
  })

  test.each<[string, Partial<ProviderSubscription>]>([
    ['has ended', { status: 'canceled', cancelAtEpochSeconds: inDays(-1), endedEpochSeconds: inDays(-1) }],
    ['continues', { cancelAtEpochSeconds: null }],
  ])('changes nothing of a subscription that %s', async (_name, changes) => {
    const state = { hasPendingChange: true, endsBeforePaidChange: true }
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription({ ...state, ...changes })] })
    await sync(subscriber)
    expect(subscriber.changes()).toEqual([])
  })

  test.each([
    ['an account that does not exist', { userId: 'nobody' }],
    ['a customer that was replaced', { customerId: 'cus_before' }],
  ])('makes no request to Stripe about %s, and records the event', async (_name, customer) => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    for (let i = 0; i < 2; i += 1)
      expect(await sync(subscriber, { ...customer, cause })).toEqual({
        ...noEntitlement,
        refunds: 0,
        hasLive: false,
      })
    expect(await subscriber.deps.events.isProcessed(cause.eventId)).toBe(true)
    expect(await sync(subscriber, customer)).toMatchObject({ subscribed: false })
    expect(subscriber.requests).toEqual([])
    expect((await stored(subscriber))?.subscription).toBeUndefined()
  })

  test('stores nothing but the event for an account that never subscribed', async () => {
    const subscriber = await subscriberInMemory()
    await sync(subscriber)
    await sync(subscriber, { cause })
    expect(await stored(subscriber)).toMatchObject({ subscriber: undefined, subscription: undefined })
    expect(await subscriber.deps.events.isProcessed(cause.eventId)).toBe(true)
  })
})

describe('duplicate subscriptions', () => {
  const newer = aSubscription({ id: 'sub_2', createdEpochSeconds: inDays(-1) })
  const paid = anInvoice({ status: 'paid', subscription: newer, paymentIntentId: 'pi_2' })
  const undone = ['mark sub_2 refund_due', 'end sub_2', 'refund pi_2', 'mark sub_2 settled']

  const withDuplicate = (outcome?: RefundOutcome, changes: Partial<ProviderSubscription> = {}) =>
    subscriberInMemory({
      subscriptions: [{ ...newer, ...changes }, aSubscription()],
      invoices: [
        paid,
        { ...paid, id: 'in_unpaid', paymentIntentId: null },
        { ...paid, id: 'in_own', subscription: aSubscription(), paymentIntentId: 'pi_own' },
      ],
      ...(outcome && { stripe: { refundInFull: async () => outcome } }),
    })

  test('are ended and refunded once, the newer one', async () => {
    const subscriber = await withDuplicate()
    expect(await sync(subscriber)).toMatchObject({ subscriptionId: 'sub_1', refunds: 1 })
    expect(await sync(subscriber)).toMatchObject({ subscriptionId: 'sub_1', refunds: 0 })
    expect(subscriber.changes()).toEqual(undone)
  })

  test('are refunded later when an earlier run ended them and failed then', async () => {
    const state = { status: 'canceled', endedEpochSeconds: inDays(-1), duplicate: 'refund_due' } as const
    const subscriber = await withDuplicate(undefined, state)
    expect(await sync(subscriber)).toMatchObject({ subscriptionId: 'sub_1', refunds: 1 })
    expect(subscriber.changes()).toEqual(undone.slice(2))
  })

  test.each<[string, RefundOutcome]>([
    ['was refunded before', { state: 'refunded', amountMinor: 0 }],
    ['lost its payment in a dispute', { state: 'dispute_lost' }],
  ])('are settled without a refund when the newer one %s', async (_name, outcome) => {
    const subscriber = await withDuplicate(outcome)
    expect(await sync(subscriber)).toMatchObject({ refunds: 0 })
    expect(subscriber.changes()).toContain('mark sub_2 settled')
  })

  test('count as refunded when one of two payments was lost in a dispute', async () => {
    const subscriber = await subscriberInMemory({
      subscriptions: [newer, aSubscription()],
      invoices: [paid, { ...paid, id: 'in_lost', paymentIntentId: 'pi_lost' }],
      stripe: {
        refundInFull: async (intent) =>
          intent === 'pi_lost' ? { state: 'dispute_lost' } : { state: 'refunded', amountMinor: 5000 },
      },
    })
    expect(await sync(subscriber)).toMatchObject({ refunds: 1 })
  })

  test.each<RefundOutcome['state']>(['disputed', 'pending', 'failed'])(
    'stay due while the refund is %s',
    async (state) => {
      const subscriber = await withDuplicate({ state, amountMinor: 0 })
      expect(await sync(subscriber)).toMatchObject({ refunds: 0 })
      expect(subscriber.changes()).not.toContain('mark sub_2 settled')
    },
  )
})

describe('the record of a subscription', () => {
  const project = async (subscriber: Subscriber, changes: object = {}) => {
    const account = await stored(subscriber)
    if (account === undefined) throw new Error('The account exists')
    const entitlement = entitlementOf([aSubscription()], now)
    return { account, customerId: 'cus_1', entitlement, cause: undefined, email: undefined, now, ...changes }
  }

  test('is created once by two runs that found none', async () => {
    const subscriber = await subscriberInMemory()
    const projection = await project(subscriber)
    const { project: write } = subscriptionRepository(withOverlap(subscriber.table, 2))
    const outcomes = await Promise.all([write(projection), write(projection)])
    expect(outcomes.toSorted()).toEqual(['stale', 'written'])
  })

  test('is not changed by a run that read Stripe before a later run changed or confirmed it', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    const cancelling = aSubscription({ cancelAtPeriodEnd: true })
    await sync(subscriber)
    const older = await project(subscriber, { entitlement: entitlementOf([cancelling], now) })
    await sync(subscriber)
    expect(await subscriber.deps.subscriptions.project(older)).toBe('stale')
    const confirmed = await project(subscriber, { entitlement: noEntitlement })
    subscriber.atStripe.subscriptions = [cancelling]
    await sync(subscriber)
    await sync(subscriber)
    expect(await subscriber.deps.subscriptions.project(confirmed)).toBe('stale')
  })

  test('is not confirmed by a run that read it before it changed', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    await sync(subscriber)
    const outdated = await project(subscriber)
    subscriber.atStripe.subscriptions = [aSubscription({ cancelAtPeriodEnd: true })]
    await sync(subscriber)
    expect(await subscriber.deps.subscriptions.project(outdated)).toBe('stale')
  })

  test('is restored when it is missing, without a second email about the same cause', async () => {
    const subscriber = await subscriberInMemory({ subscriptions: [aSubscription()] })
    const { caller, table } = subscriber
    await sync(subscriber)
    await table.delete(keys.subscription(caller.userId))
    await table.delete(keys.subscriber(caller.userId))
    expect(await sync(subscriber)).toMatchObject({ subscribed: true })
    expect((await stored(subscriber))?.subscription).toMatchObject({ version: 1, welcomed: 'sub_1' })
    const emails = await table.listByIndex(keys.emailsTo(caller.profile.email, '').gsi1pk)
    expect(emails.map((item) => outboxRecord.parse(item).cause)).toEqual(['welcome:sub_1'])
  })

  test('is written once for an event that is delivered twice', async () => {
    const subscriber = await subscriberInMemory()
    expect(await subscriber.deps.subscriptions.project(await project(subscriber, { cause }))).toBe('written')
    expect(await subscriber.deps.subscriptions.project(await project(subscriber, { cause }))).toBe('seen')
  })

  test('is not created for an account that was deleted in the meantime', async () => {
    const subscriber = await subscriberInMemory()
    const projection = await project(subscriber)
    await subscriber.table.delete(keys.profile(subscriber.caller.userId))
    expect(await subscriber.deps.subscriptions.project(projection)).toBe('stale')
  })
})

describe('an email that belongs to no other write', () => {
  const to = 'payer@people.example'
  const content = {
    template: 'resumed',
    name: 'Nadia',
    renews_at: now.toISOString(),
    link: 'https://site.example',
  } as const

  test('is queued for an account until it is deleted, and for a payer without an account', async () => {
    const { deps, caller, table } = await subscriberInMemory()
    await deps.subscriptions.queueEmail({ cause: 'one', to, content, now, userId: caller.userId })
    await table.delete(keys.profile(caller.userId))
    await deps.subscriptions.queueEmail({ cause: 'two', to, content, now, userId: caller.userId })
    await deps.subscriptions.queueEmail({ cause: 'three', to, content, now })
    const causes = (await table.listByIndex(keys.emailsTo(to, '').gsi1pk)).map(
      (item) => outboxRecord.parse(item).cause,
    )
    expect(causes.toSorted()).toEqual(['one', 'three'])
  })
})
