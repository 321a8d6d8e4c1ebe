import { act } from '@testing-library/react'
import { callsEnded } from '../call.ts'

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Waits until all calls have ended and the page has used their responses, which may start other calls. For tests that
 * expect nothing else to happen then.
 */
export const afterCalls = (): Promise<void> =>
  act(async () => {
    for (let round = 0; round < 2; round += 1) {
      await callsEnded()
      await nextTask()
    }
  })
