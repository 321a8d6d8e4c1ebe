import '#test/kit/in-memory/environment.ts'
import { expect, test } from 'vitest'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { reconcile } from './reconcile.ts'

/** Reconciles this many customers, whose accounts are found with this function. */
const reconcileMany = async (count: number, findUserId: (customerId: string) => Promise<undefined>) => {
  const { deps, table } = await subscriberInMemory()
  const none = async () => []
  const ids = Array.from({ length: count }, (_, index) => `cus_${index}`)
  return reconcile(
    {
      ...deps,
      customers: { ...customerRepository(table), findUserId },
      passes: passRepository(table),
      guestKeys: guestKeysFrom(async () => 'a secret'),
      sweep: {
        listSubscriptionsByCustomer: async () => new Map(ids.map((id) => [id, []])),
        listDeletedCustomers: none,
        listEndedSubscriptions: none,
        listClosedInvoices: none,
        listMoneyEvents: none,
        listPassSessions: none,
        listReversedPayments: none,
      },
    },
    now,
  )
}

test('the reconciliation reads 20 accounts at the same time', async () => {
  let [running, most] = [0, 0]
  const report = await reconcileMany(45, async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
    return undefined
  })
  expect(most).toBe(20)
  expect(report).toMatchObject({ checked: 45, failed: 0 })
})

test('the reconciliation reads each account without differences once', async () => {
  const read: string[] = []
  await reconcileMany(45, async (customerId) => {
    read.push(customerId)
    return undefined
  })
  expect(read).toHaveLength(45)
})

test('the reconciliation continues after an account that cannot be read', async () => {
  const report = await reconcileMany(45, async (customerId) => {
    if (customerId === 'cus_3') throw new Error('The table failed')
    return undefined
  })
  expect(report).toMatchObject({ checked: 45, failed: 1 })
})
