import { env } from '#platform/env.ts'
import { hashOf } from '#platform/crypto.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import type { Table } from '#platform/table/table.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { cancelPlanChange } from '#services/payments/stripe/cancel-plan-change.ts'
import { syncDependencies } from '#services/subscriptions/sync-dependencies.ts'
import { findPassPurchases, type PassPurchaseDependencies } from './pass-purchases.ts'
import type { Purchase } from './purchase.ts'
import { findSubscriptionPurchases, type SubscriptionPurchaseDependencies } from './subscription-purchases.ts'

export type WithdrawalDependencies = SubscriptionPurchaseDependencies & PassPurchaseDependencies

/** Creates the production dependencies of the operations of this domain. */
export const withdrawalDependencies = (table: Table): WithdrawalDependencies => ({
  ...syncDependencies(table),
  passes: passRepository(table),
  // A withdrawal reverses a purchase that the table already has. Only a first purchase needs the keys.
  guestKeys: undefined,
  planChanges: { cancelPlanChange },
  siteUrl: env('SITE_URL'),
})

/** Finds what the caller, or the holder of a guest key, bought recently. */
export const findPurchases = async (
  caller: Caller | null,
  guestKey: string | undefined,
  deps: WithdrawalDependencies,
  now: Date,
): Promise<Purchase[]> => {
  const findInPasses = async () => {
    const [own, guest] = await Promise.all([
      caller === null ? undefined : deps.passes.listByUser(caller.userId),
      guestKey === undefined ? undefined : deps.passes.findByKeyHash(hashOf(guestKey)),
    ])
    return findPassPurchases([...(own ?? []), ...(guest === undefined ? [] : [guest])], deps, now)
  }
  const found = await Promise.all([
    caller === null ? [] : findSubscriptionPurchases(caller, deps, now),
    findInPasses(),
  ])
  return found.flat()
}
