import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { at, down, missing, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { stripeGateway } from '../stripe.gateway.ts'

vi.mock('#platform/stripe.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof StripeModule>()),
  withStripe: async (run: (stripe: object) => unknown) => run(standIn.resources),
}))

const aProfile = async (changes: object = {}) => {
  const { profile } = await inMemory({ now: new Date('2027-03-01T10:00:00Z') }).account()
  return { ...profile, ...changes }
}

describe('the customer at Stripe', () => {
  test.each<[string, object, string]>([
    ['the account', {}, ''],
    ['the deleted customer that it replaces', { former_stripe_customer_id: 'cus_0' }, ':cus_0'],
    ['the details', { details_changed_at: '2027-02-01' }, ':2027-02-01'],
  ])('is created once for %s', async (_title, changes, end) => {
    const profile = await aProfile(changes)
    const created: object[] = []
    const create = async (params: object, options: object) => {
      created.push({ params, options })
      return { id: 'cus_1' }
    }
    at({ customers: { create } })
    expect(await stripeGateway.createCustomer(profile)).toBe('cus_1')
    expect(created).toMatchObject([
      {
        params: {
          email: profile.email,
          address: { line1: profile.company_name },
          metadata: { user_id: profile.user_id },
        },
        options: { idempotencyKey: `customer:${profile.user_id}${end}` },
      },
    ])
  })

  const moved = {
    email: 'robin@letting.example',
    full_name: 'Robin Vale',
    company_name: 'Vale Lettings',
    street_address: '2 Mill Lane',
    city: 'Leeds',
    postcode: 'LS1 1AA',
  }

  const update = async (retrieve: () => unknown) => {
    const updated: unknown[] = []
    at({ customers: { retrieve, update: async (...request: unknown[]) => void updated.push(request) } })
    await stripeGateway.updateCustomer('cus_1', await aProfile(moved))
    return updated
  }

  test('is updated unless it is deleted or unknown', async () => {
    const address = {
      line1: 'Vale Lettings',
      line2: '2 Mill Lane',
      city: 'Leeds',
      postal_code: 'LS1 1AA',
      country: 'GB',
    }
    expect(await update(async () => ({}))).toEqual([
      ['cus_1', { email: 'robin@letting.example', name: 'Robin Vale', address }],
    ])
    expect(await update(async () => ({ deleted: true }))).toEqual([])
    expect(await update(missing)).toEqual([])
    await expect(update(down)).rejects.toThrow('down')
  })

  test('has a billing portal, unless it is deleted or unknown', async () => {
    const open = async (create: () => unknown) => {
      at({ billingPortal: { sessions: { create } } })
      return stripeGateway.openPortal('cus_1', 'https://advice.example/profile')
    }
    const url = 'https://portal.example/cus_1'
    expect(await open(async () => ({ url }))).toBe(url)
    expect(await open(missing)).toBeUndefined()
    await expect(open(down)).rejects.toThrow('down')
  })

  test('is deleted, without an error if it is deleted already', async () => {
    const deleted: string[] = []
    at({ customers: { del: async (id: string) => void deleted.push(id) } })
    await stripeGateway.deleteCustomer('cus_1')
    expect(deleted).toEqual(['cus_1'])
    at({ customers: { del: missing } })
    await stripeGateway.deleteCustomer('cus_1')
    at({ customers: { del: down } })
    await expect(stripeGateway.deleteCustomer('cus_1')).rejects.toThrow('down')
  })
})
