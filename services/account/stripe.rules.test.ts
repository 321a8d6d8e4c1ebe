import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { listOf, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { stripeCustomers } from './stripe-customers.ts'
import { findStripeData } from './stripe-data.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const down = () => Promise.reject(new Error('Stripe is down'))

/** Replaces Stripe with a stand-in that has these customers, whose subscriptions have the given statuses. */
const atStripe = (customers: readonly object[], statuses: Readonly<Record<string, string>> = {}) => {
  const made: string[] = []
  const find = (id: string) => {
    const found = customers.find((one) => Reflect.get(one, 'id') === id)
    return found === undefined ? missing() : Promise.resolve(found)
  }
  standIn.resources = {
    customers: {
      list: ({ email }: { email?: string }) =>
        listOf(customers.filter((one) => (Reflect.get(one, 'email') ?? email) === email)),
      listTaxIds: () => listOf([{ value: 'GB000000000' }]),
      retrieve: find,
      del: async (id: string) => {
        await find(id)
        made.push(`delete ${id}`)
      },
    },
    subscriptions: {
      list: ({ customer }: { customer: string }) =>
        listOf(
          Object.entries(statuses)
            .filter(([id]) => id.startsWith(`sub_${customer}`))
            .map(([id, status]) => ({
              id,
              status,
              items: { data: [] },
              start_date: 0,
              cancel_at: null,
              canceled_at: null,
              ended_at: null,
            })),
        ),
      retrieve: (id: string) => (id in statuses ? Promise.resolve({ status: statuses[id] }) : missing()),
      cancel: async (id: string) => void made.push(`cancel ${id}`),
    },
    checkout: {
      sessions: {
        list: ({ customer }: { customer: string }) => listOf([{ id: `cs_${customer}` }]),
        expire: async (id: string) => void made.push(`expire ${id}`),
      },
    },
    invoices: { list: () => listOf([]) },
    charges: { list: () => listOf([]) },
  }
  return made
}

const aCustomer = (id: string, userId?: string, fields: object = {}) => ({
  id,
  created: 1_800_000_000,
  metadata: userId === undefined ? {} : { user_id: userId },
  ...fields,
})
const emails = ['ana@people.example', 'ana@former.example']
const find = (knownCustomer?: string) => stripeCustomers.find({ userId: 'ana', emails, knownCustomer })

describe('the customers of an account at Stripe', () => {
  test('are the known one and those that were created for it, and no others with its address', async () => {
    atStripe([aCustomer('cus_a', 'ana'), aCustomer('cus_b', 'ben'), aCustomer('cus_c')])
    expect(await find('cus_known')).toEqual({ customers: ['cus_known', 'cus_a'], subscriptions: [] })
    expect((await find()).customers).toEqual(['cus_a'])
  })

  test('include one with an address that the account has given up', async () => {
    const former = aCustomer('cus_former', 'ana', { email: 'ana@former.example' })
    atStripe([former, aCustomer('cus_next_owner', 'ben', { email: 'ana@former.example' })])
    expect((await find()).customers).toEqual(['cus_former'])
  })

  test('have the subscriptions that have not ended', async () => {
    atStripe([], {
      sub_cus_a1: 'active',
      sub_cus_a2: 'canceled',
      sub_cus_a3: 'incomplete_expired',
      sub_cus_a4: 'past_due',
    })
    expect((await find('cus_a')).subscriptions).toEqual(['sub_cus_a1', 'sub_cus_a4'])
  })

  test('are deleted with their pages, and subscriptions that are left over are cancelled', async () => {
    const made = atStripe([aCustomer('cus_a', 'ana')], { sub_1: 'active', sub_2: 'canceled' })
    await stripeCustomers.delete({
      customers: ['cus_a', 'cus_gone'],
      subscriptions: ['sub_1', 'sub_2', 'sub_gone'],
    })
    expect(made).toEqual([
      'expire cs_cus_a',
      'delete cus_a',
      'expire cs_cus_a',
      'expire cs_cus_gone',
      'expire cs_cus_gone',
      'cancel sub_1',
    ])
  })

  test.each([
    ['unknown to Stripe', ['cus_gone'], true],
    ['deleted', ['cus_a', 'cus_deleted'], true],
    ['as before', ['cus_a'], false],
  ])('count as deleted when one is %s: %j', async (_state, customers, isDeleted) => {
    atStripe([aCustomer('cus_a'), aCustomer('cus_deleted', undefined, { deleted: true })])
    expect(await stripeCustomers.isAnyDeleted({ customers })).toBe(isDeleted)
  })

  test('fail a deletion when Stripe fails', async () => {
    atStripe([])
    Object.assign(standIn.resources, { customers: { retrieve: down } })
    await expect(stripeCustomers.isAnyDeleted({ customers: ['cus_a'] })).rejects.toThrow('down')
  })

  test('that were created for an account are listed from a time on', async () => {
    const at = (second: number) => ({ created: 1_800_000_000 + second })
    atStripe([
      aCustomer('cus_3', 'ana', at(1)),
      aCustomer('cus_guest', undefined, at(1)),
      aCustomer('cus_2', 'ben', at(0)),
      aCustomer('cus_1', 'cleo', at(-1)),
    ])
    expect(await stripeCustomers.listCreatedSince(new Date(1_800_000_000_000))).toEqual([
      { customerId: 'cus_3', userId: 'ana' },
      { customerId: 'cus_2', userId: 'ben' },
    ])
  })
})

describe('the data that Stripe stores', () => {
  const nothing = { customers: [], subscriptions: [], invoices: [], charges: [] }

  test('is read from the objects of the customer', async () => {
    atStripe([aCustomer('cus_a', 'ana', { name: 'Ana' })], { sub_cus_a1: 'active' })
    expect(await findStripeData('cus_a')).toMatchObject({
      customers: [{ name: 'Ana' }],
      subscriptions: [{ status: 'active' }],
    })
  })

  test('is nothing for an account without a customer, and for one that was deleted or never existed', async () => {
    atStripe([aCustomer('cus_deleted', undefined, { deleted: true })])
    for (const customer of [undefined, 'cus_deleted', 'cus_gone'])
      expect(await findStripeData(customer)).toEqual(nothing)
    standIn.resources = {}
    expect(await findStripeData(undefined)).toEqual(nothing)
  })

  test('is not left out of the export when Stripe fails', async () => {
    atStripe([])
    Object.assign(standIn.resources, { customers: { retrieve: down } })
    await expect(findStripeData('cus_a')).rejects.toThrow('down')
  })
})
