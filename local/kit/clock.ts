/**
 * The movable clock of the local cloud. The emulators read the time from it. Functions run in worker threads:
 * they read its offset from `shared` and shift their own `Date` by it (see emulator/lambda/worker.ts).
 */
export interface Clock {
  /** Returns the current time of the local cloud. */
  now(): Date
  /** Jumps to a time, forwards or backwards. The clock keeps ticking from there. */
  set(to: Date): void
  /** Returns to real time. */
  reset(): void
  /** Milliseconds to add to real time, as one 64-bit float that any thread can read. */
  readonly shared: SharedArrayBuffer
  /** Adds a listener that is called after every jump. */
  onJump(listener: () => void): void
}

/** Creates a clock that shows real time until it is set. */
export const createClock = (): Clock => {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  const offsetMs = new Float64Array(shared)
  const listeners: (() => void)[] = []
  const jump = (offset: number) => {
    offsetMs[0] = offset
    for (const listener of listeners) listener()
  }
  return {
    shared,
    now: () => new Date(Date.now() + (offsetMs[0] ?? 0)),
    set: (to) => jump(to.getTime() - Date.now()),
    reset: () => jump(0),
    onJump: (listener) => void listeners.push(listener),
  }
}
