import { vi } from 'vitest'

/**
 * Records the timers that are started from now on. Returns a function that stops them, and ends the recording. Fake
 * timers are not recorded: they end with their clock.
 */
export const recordTimers = (): (() => void) => {
  const real = { setTimeout, setInterval }
  const started = new Set<NodeJS.Timeout>()
  const recorded =
    <Args extends unknown[]>(start: (...args: Args) => NodeJS.Timeout) =>
    (...args: Args) => {
      const timer = start(...args)
      started.add(timer)
      return timer
    }
  globalThis.setTimeout = Object.assign(recorded(real.setTimeout), real.setTimeout)
  globalThis.setInterval = Object.assign(recorded(real.setInterval), real.setInterval)
  return () => {
    // Otherwise the end of fake timers would restore the functions that record.
    vi.useRealTimers()
    Object.assign(globalThis, real)
    for (const timer of started) clearTimeout(timer)
  }
}
