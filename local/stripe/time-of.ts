import { findObject, type Account } from './account.ts'

const customerOf = (account: Account, id: unknown): string | undefined => {
  if (typeof id !== 'string' || id === '') return undefined
  if (account.customers.has(id)) return id
  const found: unknown = Reflect.get(findObject(account, id) ?? {}, 'customer')
  return typeof found === 'string' ? found : undefined
}

/**
 * Does work that concerns the objects with these ids at the time of their customer, which stands still for
 * a customer with a test clock.
 */
export const inTimeOf = <T>(account: Account, ids: readonly unknown[], work: () => T): T => {
  for (const id of ids) {
    const customer = account.customers.get(customerOf(account, id) ?? '')
    const clock = account.testClocks.get(customer?.test_clock ?? '')
    if (clock) return account.asOf(clock.frozen_time, work)
  }
  return work()
}
