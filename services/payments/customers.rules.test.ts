import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { createBillingPortal, getOpenInvoice } from '#shared/contract/payments.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { anInvoice, aSubscription, inDays } from '#test/kit/in-memory/subscriber.ts'
import { changedDetailsRepository } from './changed-details.repository.ts'
import { checkoutRepository } from './checkout.repository.ts'
import { handle as openPortal } from './create-billing-portal/handler.ts'
import { customerRepository } from './customer.repository.ts'
import { linkCustomer } from './link-customer.ts'
import { handle as openInvoice } from './get-open-invoice/handler.ts'
import { stripeEventRepository } from './stripe-event.repository.ts'
import { stripeGateway } from './stripe.gateway.ts'
import { balanceOf, unpaidInvoicesOf } from './unpaid-invoices.ts'

const now = new Date('2027-03-01T10:00:00Z')

const start = async (stripeCustomerId?: string) => {
  const world = inMemory({ now })
  const caller = await world.account(stripeCustomerId === undefined ? {} : { stripeCustomerId })
  const customers = customerRepository(world.table)
  const made: string[] = []
  const stripe = {
    ...stripeGateway,
    deleteCustomer: async (id: string) => void made.push(`delete ${id}`),
  }
  const profile = async () => (await findAccount(world.table, caller.userId))?.profile
  return { ...world, caller, customers, made, deps: { customers, stripe }, profile }
}

describe('the customer of an account', () => {
  test('is linked to it', async () => {
    const { caller, deps, customers, made, profile } = await start()
    await linkCustomer(caller.userId, 'cus_new', deps)
    expect((await profile())?.stripe_customer_id).toBe('cus_new')
    expect(await customers.findUserId('cus_new')).toBe(caller.userId)
    expect(made).toEqual([])
  })

  test('is linked to an account whose details have been changed, but not if they change while it is created', async () => {
    const { caller, table, customers } = await start()
    const { userId } = caller
    const [seen, later] = ['2027-02-28T10:00:00.000Z', '2027-03-01T09:59:59.000Z']
    const change = (at: string) =>
      table.transact(update(keys.profile(userId), 'SET details_changed_at = :at', { values: { ':at': at } }))
    const link = () =>
      checkoutRepository(table).linkAndReserve(
        { userId, customerId: 'cus_new', detailsChangedAt: seen },
        'monthly',
        now,
      )
    await change(later)
    expect(await link()).toBeUndefined()
    expect(await customers.findUserId('cus_new')).toBeUndefined()
    await change(seen)
    expect(await link()).toMatchObject({ attempt: 1 })
    expect(await customers.findUserId('cus_new')).toBe(userId)
  })

  test('is deleted again when a concurrent request has linked another one', async () => {
    const { caller, deps, customers, made, profile } = await start('cus_1')
    await expect(linkCustomer(caller.userId, 'cus_2', deps)).rejects.toMatchObject({
      code: 'payment_provider_error',
    })
    expect(made).toEqual(['delete cus_2'])
    expect((await profile())?.stripe_customer_id).toBe('cus_1')
    expect(await customers.findUserId('cus_2')).toBeUndefined()
  })

  test('is deleted again when the account was deleted in the meantime', async () => {
    const { caller, deps, made, table, customers } = await start()
    const { userId } = caller
    await table.put(keys.profile(userId), {
      entity: 'tombstone',
      user_id: userId,
      deleted_at: now.toISOString(),
    })
    await expect(linkCustomer(caller.userId, 'cus_new', deps)).rejects.toMatchObject({ code: 'unauthorized' })
    await table.delete(keys.profile(userId))
    await expect(linkCustomer(caller.userId, 'cus_new', deps)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(made).toEqual(['delete cus_new', 'delete cus_new'])
    expect(await customers.findUserId('cus_new')).toBeUndefined()
  })

  test('is deleted again when the deletion of the account has started in the meantime', async () => {
    const { caller, deps, made, table, customers, profile } = await start()
    await table.put(keys.deletion(caller.userId), { entity: 'deletion' })
    await expect(linkCustomer(caller.userId, 'cus_new', deps)).rejects.toMatchObject({
      code: 'payment_provider_error',
    })
    expect(made).toEqual(['delete cus_new'])
    expect((await profile())?.stripe_customer_id).toBeUndefined()
    // If the deletion is abandoned, the next customer gets another key because of this id.
    expect((await profile())?.former_stripe_customer_id).toBe('cus_new')
    expect(await customers.findUserId('cus_new')).toBeUndefined()
  })

  test('is unlinked only while it is the current one', async () => {
    const { caller, customers, profile } = await start('cus_2')
    await customers.unlink(caller.userId, 'cus_1')
    expect((await profile())?.stripe_customer_id).toBe('cus_2')
    await customers.unlink(caller.userId, 'cus_2')
    expect(await profile()).toMatchObject({ former_stripe_customer_id: 'cus_2' })
    expect((await profile())?.stripe_customer_id).toBeUndefined()
  })

  test('belongs to an account that is being deleted once its deletion has started', async () => {
    const { caller, customers, table } = await start()
    expect(await customers.isBeingDeleted(caller.userId)).toBe(false)
    await table.put(keys.deletion(caller.userId), { entity: 'deletion' })
    expect(await customers.isBeingDeleted(caller.userId)).toBe(true)
  })
})

describe('an event of Stripe', () => {
  test('is recorded once', async () => {
    const { table, database } = await start()
    const events = stripeEventRepository(table)
    expect(await events.isProcessed('evt_1')).toBe(false)
    await events.record({ eventId: 'evt_1', type: 'invoice.paid' }, now)
    await events.record({ eventId: 'evt_1', type: 'invoice.voided' }, now)
    expect(await events.isProcessed('evt_1')).toBe(true)
    expect(JSON.stringify(database.all())).not.toContain('invoice.voided')
  })
})

describe('the copies of an address', () => {
  test('are updated where they differ, once', async () => {
    const { table, account } = inMemory({ now })
    const { userId, profile, subscriber } = await account({ plan: 'monthly' })
    const details = changedDetailsRepository(table)
    const pass = (session_id: string, email: string) => ({
      entity: 'pass' as const,
      user_id: userId,
      session_id,
      email,
      paid_at: now.toISOString(),
      minutes: 30,
      purchases: { [session_id]: { paid_at: now.toISOString(), reversed: false } },
      version: 1,
    })
    const passes = [pass('cs_1', 'old@people.example'), pass('cs_2', profile.email)]
    for (const one of passes) await table.put(keys.pass(userId, one.session_id), one)
    const before = { profile, subscriber, subscription: undefined, passes, stepUps: [] }
    await details.copyAddress(before)
    const after = await findAccount(table, userId)
    expect(after?.passes.map(({ email, version }) => [email, version])).toEqual([
      [profile.email, 2],
      [profile.email, 1],
    ])
  })

  test('write nothing for a member whose record has the address', async () => {
    const { table, account, database } = inMemory({ now })
    const member = await account({ plan: 'monthly' })
    let writes = 0
    database.onTransaction = () => {
      writes += 1
    }
    await changedDetailsRepository(table).copyAddress(member)
    expect(writes).toBe(0)
  })

  test('restore no record that was deleted in the meantime', async () => {
    const { table, account, database } = inMemory({ now })
    const member = await account({ plan: 'monthly' })
    await table.delete(keys.subscriber(member.userId))
    const changed = { ...member, profile: { ...member.profile, email: 'new@people.example' } }
    await changedDetailsRepository(table).copyAddress(changed)
    expect(JSON.stringify(database.all())).not.toContain('new@people.example')
  })

  test('stay due when the details change again while they are copied', async () => {
    const { table, account } = inMemory({ now })
    const { userId, profile } = await account()
    const details = changedDetailsRepository(table)
    const changed = { ...profile, details_changed_at: now.toISOString() }
    const due = keys.accountDetailsChanged(now.toISOString())
    await table.put(keys.profile(userId), { ...changed, ...due })
    await details.markCopied({ ...profile, details_changed_at: '2027-02-28T10:00:00.000Z' })
    expect(await details.list(new Date(now.getTime() + 1), 10)).toHaveLength(1)
    await details.markCopied(changed)
    expect(await details.list(new Date(now.getTime() + 1), 10)).toEqual([])
  })
})

const overdue = (changes: Partial<ProviderSubscription> = {}) =>
  aSubscription({ status: 'past_due', ...changes })

describe('an unpaid invoice', () => {
  test.each<[string, Parameters<typeof anInvoice>[0]]>([
    ['a past-due subscription', { subscription: overdue() }],
    ['an unpaid subscription', { subscription: overdue({ status: 'unpaid' }) }],
    ['a subscription that has ended', { subscription: overdue({ status: 'canceled' }) }],
  ])('is owed for %s', (_name, changes) => {
    expect(balanceOf([anInvoice(changes)])).toBe(5000)
  })

  test.each<[string, Parameters<typeof anInvoice>[0]]>([
    ['a renewal that is being charged', { subscription: aSubscription() }],
    ['a first payment that was abandoned', { subscription: overdue({ status: 'incomplete_expired' }) }],
    ['a duplicate', { subscription: overdue({ duplicate: 'settled' }) }],
    ['a change of plan', { subscription: overdue(), isPlanChange: true }],
    ['a period that is paid', { subscription: overdue(), status: 'paid' }],
  ])('is not owed for %s', (_name, changes) => {
    expect(balanceOf([anInvoice(changes)])).toBeUndefined()
  })

  test('is paid first for a past-due subscription, then the newest, in any order of the list', () => {
    const ended = overdue({ status: 'canceled' })
    const invoices = [
      anInvoice({ id: 'in_d', subscription: overdue(), createdEpochSeconds: inDays(-90) }),
      anInvoice({ id: 'in_c', subscription: ended, createdEpochSeconds: inDays(-5) }),
      anInvoice({ id: 'in_a', subscription: ended, createdEpochSeconds: inDays(-40) }),
      anInvoice({ id: 'in_b', subscription: ended, createdEpochSeconds: inDays(-40) }),
    ]
    for (const list of [invoices, invoices.toReversed()])
      expect(unpaidInvoicesOf(list).map(({ id }) => id)).toEqual(['in_d', 'in_c', 'in_a', 'in_b'])
    expect(balanceOf(invoices)).toBe(20_000)
  })
})

describe('get-open-invoice', () => {
  const call = async (customer: string | undefined, url: string | null) => {
    const { caller } = await start(customer)
    const stripe = { listInvoices: async () => [anInvoice({ subscription: overdue(), url })] }
    return callInMemory(getOpenInvoice, openInvoice, { caller, now }, { stripe })
  }

  test('returns where to pay, and nothing without a customer or a page', async () => {
    const url = 'https://pay.example/in_1'
    expect(await call('cus_1', url)).toEqual({ status: 200, body: { url } })
    expect(await call('cus_1', null)).toMatchObject(apiError('not_found'))
    expect(await call(undefined, url)).toMatchObject(apiError('not_found'))
  })
})

describe('create-billing-portal', () => {
  test('opens the portal of the account’s own customer only', async () => {
    const depsWith = (url: string | undefined) => ({
      stripe: { openPortal: async (customer: string) => url && `${url}/${customer}` },
      siteUrl: 'https://site.example',
    })
    const deps = depsWith('https://portal.example')
    const { caller } = await start('cus_1')
    expect(await callInMemory(createBillingPortal, openPortal, { caller, now }, deps)).toEqual({
      status: 200,
      body: { url: 'https://portal.example/cus_1' },
    })
    const { caller: stranger } = await start()
    expect(
      await callInMemory(createBillingPortal, openPortal, { caller: stranger, now }, deps),
    ).toMatchObject(apiError('not_subscribed'))
    // The customer was deleted at Stripe, and the event about it has not arrived yet.
    expect(
      await callInMemory(createBillingPortal, openPortal, { caller, now }, depsWith(undefined)),
    ).toMatchObject(apiError('not_subscribed'))
  })
})
