import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isUsable } from '#shared/rules/pass.ts'
import { applyPayment } from '#services/passes/apply-payment.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassInvoice, aPassSession } from '#test/kit/in-memory/session.ts'
import { now } from '#test/kit/in-memory/subscriber.ts'
import { applyPassSession, applyPaymentChange } from './apply-payment-change.ts'

beforeEach(() => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
})

/** Connects the payment `pi_1` of a session with the account that bought a pass with it. */
const sale = async (changes: Partial<Session> = {}) => {
  const world = inMemory({ now })
  const { userId, profile } = await world.account()
  const requests: string[] = []
  const session = aPassSession({ kind: passKinds.account, userId, invoiceId: 'in_1', ...changes })
  const passes = passRepository(world.table)
  const findPayment = vi.spyOn(passes, 'findPayment')
  const deps = {
    passes,
    customers: customerRepository(world.table),
    guestKeys: guestKeysFrom(async () => 'a secret'),
    siteUrl: 'https://site.example',
    stripe: {
      ...stripeGateway,
      findPayment: async (intentId: string) => ({
        intentId,
        customerId: 'cus_1',
        reversal: session.reversal,
        amountMinor: 5000,
      }),
      findSession: async () => session,
      findSessionByPayment: async () => session,
      findSubscriptionByPayment: async () => {
        requests.push('find the subscription')
        return undefined
      },
      findInvoiceByPayment: async () => undefined,
      refundInFull: async (intent: string, purpose: string) => {
        requests.push(`refund ${intent} for ${purpose}`)
        return { state: 'refunded' as const, amountMinor: 5000 }
      },
    },
  }
  return {
    requests,
    findPayment,
    address: profile.email,
    receipts: () => world.database.all().filter(({ cause }) => cause?.['S'] === 'receipt:in_1'),
    /** Applies the payment before it changes. */
    give: () => applyPayment({ ...session, reversal: undefined }, deps, now),
    change: () => applyPaymentChange('pi_1', deps, now),
    applySession: () => applyPassSession(session.id, deps, now),
    hasPass: async () => (await passes.listByUser(userId))?.some(({ pass }) => isUsable(pass, now)),
  }
}

describe('a change of the payment of a pass', () => {
  test('reverses the pass, and reads no subscription', async () => {
    const { give, change, hasPass, requests } = await sale({ reversal: 'disputed' })
    await give()
    expect(await hasPass()).toBe(true)
    expect(await change()).toBe('cus_1')
    expect(await hasPass()).toBe(false)
    expect(requests).toEqual([])
  })

  test('creates a pass that no earlier event has created, and reads nothing more', async () => {
    const { change, hasPass, requests, findPayment } = await sale()
    await change()
    expect(await hasPass()).toBe(true)
    expect(requests).toEqual([])
    expect(findPayment).toHaveBeenCalledOnce()
  })

  test('refunds it after the deletion of the account', async () => {
    const { change, requests } = await sale({ userId: 'deleted' })
    await change()
    expect(requests).toEqual(['refund pi_1 for without-account:cs_test_1'])
  })

  test('refunds nothing after the deletion of the account if it has given a pass before', async () => {
    const { change, requests, findPayment } = await sale({ userId: 'deleted' })
    findPayment.mockResolvedValue({
      entity: 'pass_payment',
      user_id: 'deleted',
      key_hash: null,
      pass: 'cs_test_1',
      applied_at: now.toISOString(),
    })
    await change()
    expect(requests).toEqual([])
  })

  test('reads the subscription if the session sold one', async () => {
    const { change, requests } = await sale({ mode: 'subscription' })
    await change()
    expect(requests).toEqual(['find the subscription'])
  })
})

describe('the order of a pass that was refunded or disputed before it gave access', () => {
  test.each(['refunded', 'disputed'] as const)('is confirmed: %s', async (reversal) => {
    const { applySession } = await sale({ reversal })
    expect(await applySession()).toBeUndefined()
    expect(emailFactGateway.findPaidInvoice).toHaveBeenCalledExactlyOnceWith('in_1')
  })

  test('is confirmed to the present address of the account, which has changed since the payment', async () => {
    vi.mocked(emailFactGateway.findPaidInvoice).mockResolvedValue(aPassInvoice())
    const { applySession, receipts, address } = await sale({
      reversal: 'refunded',
      email: 'former@people.example',
    })
    await applySession()
    expect(receipts()).toMatchObject([{ to: { S: address } }])
  })

  test.each<[string, Partial<Session>]>([
    ['it was not paid', { paid: false, reversal: 'refunded' }],
    ['it is not reversed, but its account is deleted', { userId: 'deleted' }],
  ])('is not confirmed if %s', async (_when, changes) => {
    const { applySession } = await sale(changes)
    await applySession()
    expect(emailFactGateway.findPaidInvoice).not.toHaveBeenCalled()
  })
})
