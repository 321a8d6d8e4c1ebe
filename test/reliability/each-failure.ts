import { expect } from 'vitest'
import { requestsToStripe, writesToStripe } from '#test/kit/in-memory/in-process-stripe.ts'
import { run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import type { World } from './world.ts'

/** Takes a snapshot of Stripe, the table, the clock and the events, and returns a function that restores it. */
export const snapshotOf = async (world: World): Promise<() => Promise<void>> => {
  await world.stripeEmulator.waitUntilIdle()
  const at = world.clock.now()
  const records = world.stripeEmulator.records()
  const restoreTable = world.database.snapshot()
  const { queue, allEvents, errors, reconciledAt } = world
  const events = { queue: [...queue], allEvents: [...allEvents], errors: [...errors], reconciledAt }
  return async () => {
    await world.stripeEmulator.waitUntilIdle()
    world.clock.set(at)
    await world.stripeEmulator.restore(structuredClone(records))
    restoreTable()
    Object.assign(world, {
      ...events,
      queue: [...events.queue],
      allEvents: [...events.allEvents],
      errors: [...events.errors],
      recordedTwice: [],
    })
  }
}

/** Describes what a step has written so far. A failure before a read and a failure after it leave the same state. */
const stateOf = ({ database }: World, writes: number): string =>
  JSON.stringify([writes, ...database.all().map(({ pk, sk }) => [pk?.['S'], sk?.['S']])])

/**
 * Runs a step repeatedly from the present state. In each run, Stripe accepts one request more before it rejects all
 * others, until the step needs no more. `check` continues from each different state that the runs leave.
 */
export const checkEachFailure = async (
  world: World,
  step: Step,
  check: () => Promise<void>,
): Promise<void> => {
  const restore = await snapshotOf(world)
  const checked = new Set<string>()
  for (let after = 0, isComplete = false; !isComplete; after += 1) {
    await restore()
    const [requests, writes] = [requestsToStripe(), writesToStripe()]
    await run(world, { do: 'stripe-fails', after, step })
    isComplete = requestsToStripe() - requests <= after
    const state = stateOf(world, writesToStripe() - writes)
    if (checked.has(state)) continue
    checked.add(state)
    try {
      await check()
    } catch (error) {
      throw new Error(`after ${after} requests to Stripe`, { cause: error })
    }
  }
  // At least five states: nothing, the record, a refund or report, the end, and the completion of the withdrawal.
  expect(checked.size, 'different states').toBeGreaterThan(4)
}
