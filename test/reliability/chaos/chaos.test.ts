import { writeFileSync } from 'node:fs'
import '#test/kit/in-memory/no-minimum-duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAlways, expectSettled } from '../billing-invariants.ts'
import { drain } from '../run-step.ts'
import { expectNothingLost } from './chaos-invariants.ts'
import { chaosStep } from './chaos-steps.ts'
import { type ChaosWorld, recordEmails, openChaosWorld } from './chaos-world.ts'
import { deliverUnacknowledged, expectMessagesRecordedOnce } from './chat-deliveries.ts'
import { deliverWaiting } from './email-deliveries.ts'
import { retryResets } from './keys.ts'
import { retryDeletions } from './library-files.ts'
import { passMinutes, runChaosStep } from './run-chaos-step.ts'
import { finishingSchedules, schedules } from './schedules.ts'

/** The seed is fixed, so that a failure comes from a change. `npm run chaos` runs more journeys with another one. */
const numRuns = Number(process.env['CHAOS_JOURNEYS'] ?? 100)
const seed = Number(process.env['CHAOS_SEED'] ?? 20_270_302)
/** `npm test` makes shorter journeys. */
const maxSteps = process.env['CHAOS_JOURNEYS'] === undefined ? 15 : 25

/** `npm run chaos` prints what the journeys met. */
const writeFaults = (injected: ReadonlyMap<string, number>): void => {
  const file = process.env['CHAOS_FAULTS']
  if (file !== undefined) writeFileSync(file, JSON.stringify(Object.fromEntries(injected)))
}

let chaos: ChaosWorld
beforeAll(async () => {
  chaos = await openChaosWorld()
})
afterAll(async () => {
  await chaos.close()
  writeFaults(chaos.faults.injected)
})

/** Finishes everything that was under way: events, emails and the scheduled functions. */
const finishPending = async (): Promise<void> => {
  // A clock that was set back shows the right time again.
  if (chaos.billing.clock.now() < chaos.latest) chaos.billing.clock.set(chaos.latest)
  passMinutes(chaos, 5)
  await deliverUnacknowledged(chaos)
  await drain(chaos.billing)
  await retryDeletions(chaos)
  await retryResets(chaos)
  passMinutes(chaos, 5)
  for (const name of finishingSchedules) {
    const report = new Map(Object.entries(Object(await schedules[name](chaos))))
    expect(report.get('failed') ?? 0, `failures of ${name}`).toBe(0)
  }
  await drain(chaos.billing)
  recordEmails(chaos)
  await deliverWaiting(chaos)
}

describe('a service whose parts all fail', () => {
  test('loses and repeats nothing', { timeout: 36_000_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chaosStep, { maxLength: maxSteps, size: 'max' }), async (steps) => {
        await chaos.restart()
        for (const step of steps) {
          await runChaosStep(chaos, step)
          await expectAlways(chaos.billing)
        }
        await finishPending()
        await expectSettled(chaos.billing)
        await expectNothingLost(chaos)
        await expectMessagesRecordedOnce(chaos)
      }),
      { numRuns, seed, endOnFailure: process.env['CHAOS_SHRINK'] === 'off' },
    )
    expect(Math.max(...chaos.faults.injected.values())).toBeGreaterThan(0)
  })
})
