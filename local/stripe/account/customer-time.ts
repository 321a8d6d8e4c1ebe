import { findObject, type Account } from './account.ts'

const customerIdOf = (account: Account, id: unknown): string | undefined => {
  if (typeof id !== 'string' || id === '') return undefined
  if (account.customers.has(id)) return id
  const found: unknown = Reflect.get(findObject(account, id) ?? {}, 'customer')
  return typeof found === 'string' ? found : undefined
}

/**
 * Runs work at the current time of the customer that owns one of the objects. A customer with a test clock has
 * its own time; for all others this is the account's time.
 */
export const atCustomerTime = <T>(account: Account, ids: readonly unknown[], work: () => T): T => {
  for (const id of ids) {
    const customer = account.customers.get(customerIdOf(account, id) ?? '')
    const clock = account.testClocks.get(customer?.test_clock ?? '')
    if (clock) return account.asOf(clock.frozen_time, work)
  }
  return work()
}
