import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import { requestsToStripe } from '#test/kit/in-memory/in-process-stripe.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { accountHolders } from './delete-account.ts'
import { accountOf, deliver, isSubscribed, namedIn } from './steps.ts'
import type { World } from './world.ts'

/** Returns the items of the table, without those that only record processed events or count syncs. */
const tableState = ({ database }: World): string =>
  JSON.stringify(
    database
      .all()
      .filter((item) => item['entity']?.['S'] !== 'event')
      .map(({ checks: _checks, ...item }) => item),
  )

const emails = ({ database }: World): string => JSON.stringify(database.ofEntity('email'))

/**
 * Syncs every customer. If the time of a late payment has ended since the last sync, the record still contains it but
 * gives nobody access, because every read checks the end. So the sync changes nobody's access, and queues no email.
 */
const bringUpToDate = async (world: World): Promise<void> => {
  const before = emails(world)
  for (const name of await accountHolders(world)) {
    const wasSubscribed = await isSubscribed(world, name)
    const { user_id: userId, stripe_customer_id: customerId } = (await accountOf(world, name)).profile
    if (customerId !== undefined)
      await syncCustomer({ userId, customerId, now: world.clock.now() }, world.deps)
    expect(await isSubscribed(world, name), `access of ${name} after a sync`).toBe(wasSubscribed)
  }
  expect(emails(world), 'emails after a sync').toBe(before)
}

/**
 * Returns the events that Stripe can still deliver. Leaves out lost events that are too old for Stripe's list. Their
 * emails were never sent, so their first delivery would send them.
 */
const deliverable = async ({ allEvents, unreadable, deps }: World) => {
  const found: Stripe.Event[] = []
  for (const event of allEvents) {
    const isUnreadable = namedIn(event).some((id) => unreadable.has(id))
    if (!isUnreadable || (await deps.events.isProcessed(event.id))) found.push(event)
  }
  return found
}

/** Delivers every event again. Expects that nothing changes, and that no processed event causes a request to Stripe. */
export const expectRepeatedEventsIgnored = async (world: World) => {
  await bringUpToDate(world)
  const before = tableState(world)
  // For lost events, this is the first delivery.
  const events = await deliverable(world)
  for (const event of events) await deliver(world, event)
  expect(tableState(world)).toBe(before)
  const requests = requestsToStripe()
  for (const event of events) await deliver(world, event)
  expect(requestsToStripe(), 'requests to Stripe for processed events').toBe(requests)
}
