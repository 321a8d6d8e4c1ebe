import '#test/kit/in-memory/no-minimum-duration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAtCall } from '../at-call.ts'
import type { PlainStep } from './chaos-steps.ts'
import { type ChaosWorld, openChaosWorld } from './chaos-world.ts'
import { expectNoTraceOfDeleted } from './deleted-accounts.ts'
import { passMinutes, runChaosStep } from './run-chaos-step.ts'
import { finishingSchedules, schedules } from './schedules.ts'
import { itemsOf } from './stored.ts'

const deletion: PlainStep = { do: 'billing', step: { do: 'delete-account', user: 'ana' } }
const changeOfAddress: PlainStep = {
  do: 'account',
  step: { do: 'change-email', user: 'ana', address: 1, confirms: true },
}
const message: PlainStep = { do: 'inbox', step: { do: 'contact', text: 0 } }

let chaos: ChaosWorld
beforeAll(async () => {
  chaos = await openChaosWorld()
})
afterAll(() => chaos.close())

/** Sends a message from the address of an account before one of the calls of a step. */
const sendDuring = async (step: PlainStep, after: number): Promise<void> => {
  chaos.isTogether = () => true
  const run = async () => {
    await sleep(3) // The message is from a later millisecond than what the step has read.
    await runChaosStep(chaos, message)
  }
  await runAtCall(chaos.billing, { after, run }, () => runChaosStep(chaos, step))
  chaos.isTogether = () => false
}

const finish = async (): Promise<void> => {
  passMinutes(chaos, 10)
  for (const name of finishingSchedules) await schedules[name](chaos)
}

/** Calls to the table until the address is given up, and some more. */
const calls = 12

describe('a message that is sent while its sender gives the address up', () => {
  test.each([
    ['deletes the account', deletion],
    ['changes the address', changeOfAddress],
  ])('may be left if it came after that: the sender %s', async (_what, step) => {
    let left = 0
    for (let after = 0; after < calls; after += 1) {
      await chaos.restart()
      await sendDuring(step, after)
      await runChaosStep(chaos, deletion)
      await finish()
      await expectNoTraceOfDeleted(chaos)
      left += itemsOf(chaos, 'contact').length
    }
    expect(left).toBeGreaterThan(0)
  })
})
