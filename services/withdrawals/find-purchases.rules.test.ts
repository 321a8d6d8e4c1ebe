import '#test/kit/in-memory/environment.ts'
import { expect, test } from 'vitest'
import { passRepository } from '#services/passes/pass.repository.ts'
import { deferred } from '#test/kit/deferred.ts'
import { aSubscription, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { findPurchases } from './find-purchases.ts'

test('the purchases of a subscription, a pass and a guest pass are read at the same time', async () => {
  const { deps, caller, table } = await subscriberInMemory()
  const { promise, resolve } = deferred()
  let waiting = 0
  const together = async <T>(nothing: T): Promise<T> => {
    waiting += 1
    if (waiting === 3) resolve()
    await promise
    return nothing
  }
  const own = {
    ...deps,
    guestKeys: undefined,
    stripe: { ...deps.stripe, listSubscriptions: () => together([]) },
    passes: {
      ...passRepository(table),
      listByUser: () => together([]),
      findByKeyHash: () => together(undefined),
    },
  }
  expect(await findPurchases(caller, 'A'.repeat(43), own, now)).toEqual([])
})

test('an account without a customer at Stripe has no purchases, and no request is made', async () => {
  const { deps, caller, table, requests } = await subscriberInMemory({ subscriptions: [aSubscription()] })
  const { stripe_customer_id: _customer, ...profile } = caller.profile
  const own = { ...deps, guestKeys: undefined, passes: passRepository(table) }
  expect(await findPurchases({ ...caller, profile }, undefined, own, now)).toEqual([])
  expect(requests).toEqual([])
})
