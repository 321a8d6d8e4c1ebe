import {
  duplicateSubscriptions,
  entitlementOf,
  noEntitlement,
  type ProviderSubscription,
} from '#shared/rules/entitlement.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import { isWithdrawalUnfinished } from '#services/subscriptions/finish-withdrawals.ts'
import {
  isFormerCustomer,
  syncCustomer,
  type SyncDependencies,
} from '#services/subscriptions/sync-customer.ts'

/** Customers whose accounts are read at the same time. */
const accountsAtOnce = 20

interface CheckDependencies extends SyncDependencies {
  readonly customers: Pick<CustomerRepository, 'findByCustomer'>
}

interface ListedCustomer {
  readonly id: string
  readonly subscriptions: readonly ProviderSubscription[]
  /** True if its payments or subscriptions changed lately. */
  readonly isChanged: boolean
}

interface Outdated {
  readonly userId: string
  readonly wasSubscribed: boolean
}

/**
 * Compares our record of a customer with Stripe. Returns it if they differ, and always for changed customers and those with
 * a duplicate subscription or an interrupted withdrawal.
 */
const findOutdated = async (
  { id: customerId, subscriptions, isChanged }: ListedCustomer,
  deps: CheckDependencies,
  now: Date,
): Promise<Outdated | undefined> => {
  const account = await deps.customers.findByCustomer(customerId)
  if (account === undefined || isFormerCustomer(account, customerId)) return undefined
  const expected = subscriptions.length === 0 ? noEntitlement : entitlementOf(subscriptions, now)
  const record = account.subscription
  const wasSubscribed = isAccountSubscribed(account, now)
  const isCorrect =
    wasSubscribed === expected.subscribed &&
    record?.status === expected.status &&
    record?.current_period_end === expected.endsAt &&
    record?.cancel_at_period_end === expected.cancelling
  const isUnfinished =
    duplicateSubscriptions(subscriptions).length > 0 || subscriptions.some(isWithdrawalUnfinished)
  return isCorrect && !isChanged && !isUnfinished
    ? undefined
    : { userId: account.profile.user_id, wasSubscribed }
}

/**
 * Syncs a customer whose record is outdated: undoes a duplicate subscription and finishes an interrupted withdrawal. Returns
 * whether access changed or a payment was refunded.
 */
const checkCustomer = async (
  customer: ListedCustomer,
  deps: CheckDependencies,
  now: Date,
): Promise<boolean> => {
  const outdated = await findOutdated(customer, deps, now)
  if (outdated === undefined) return false
  const { userId, wasSubscribed } = outdated
  const { subscribed, refunds } = await syncCustomer({ userId, customerId: customer.id, now }, deps)
  return wasSubscribed !== subscribed || refunds > 0
}

/**
 * Yields a check of each customer: those with subscriptions, and those that have changed. The accounts are read several
 * at a time, because most need nothing else, and one run must check all of them. Accounts that are outdated, or cannot
 * be read, are read again by their own check.
 */
export async function* checksOfCustomers(
  byCustomer: ReadonlyMap<string, readonly ProviderSubscription[]>,
  changed: ReadonlySet<string>,
  deps: CheckDependencies,
  now: Date,
): AsyncGenerator<readonly [customerId: string, check: () => Promise<boolean>]> {
  const customers = [...new Set([...byCustomer.keys(), ...changed])].map((id) => ({
    id,
    subscriptions: byCustomer.get(id) ?? [],
    isChanged: changed.has(id),
  }))
  for (let first = 0; first < customers.length; first += accountsAtOnce) {
    const group = customers.slice(first, first + accountsAtOnce)
    const results = await Promise.allSettled(group.map((customer) => findOutdated(customer, deps, now)))
    for (const [index, customer] of group.entries()) {
      const result = results[index]
      const isCorrect = result?.status === 'fulfilled' && result.value === undefined
      yield [customer.id, async () => !isCorrect && checkCustomer(customer, deps, now)]
    }
  }
}
