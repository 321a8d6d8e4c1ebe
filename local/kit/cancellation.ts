import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Creates a controller without a limit on listeners: each pending delivery adds one. */
export const createCancellation = (): AbortController => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/** Waits for some milliseconds. Returns false at once if the wait is cancelled. */
export const waitUnlessCancelled = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await sleep(ms, undefined, { signal })
    return true
  } catch {
    // Only a cancellation rejects the wait.
    return false
  }
}
