import { expect } from 'vitest'
import { requestsToStripe } from '#test/kit/in-memory/in-process-stripe.ts'
import { deliver } from './steps.ts'
import type { World } from './world.ts'

/** Returns the items of the table, without those that only record processed events or count syncs. */
const tableState = ({ database }: World): string =>
  JSON.stringify(
    database
      .all()
      .filter((item) => item['entity']?.['S'] !== 'event')
      .map(({ checks: _checks, ...item }) => item),
  )

/** Delivers every event again: nothing changes, and no event that was processed causes a request to Stripe. */
export const expectRepeatedEventsIgnored = async (world: World) => {
  const before = tableState(world)
  // Some of them were lost, so this is the first delivery of these.
  for (const event of world.allEvents) await deliver(world, event)
  expect(tableState(world)).toBe(before)
  const requests = requestsToStripe()
  for (const event of world.allEvents) await deliver(world, event)
  expect(requestsToStripe(), 'requests to Stripe for processed events').toBe(requests)
}
