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
  /** Returns the current time and, for two seconds after a jump, the time that the clock would show without it. */
  recentTimes(): Date[]
  /** Adds a listener that is called after every jump. */
  onJump(listener: () => void): void
}

/** Longer than a request is on its way, even on a busy machine. */
const recentMs = 2000

/** Creates a clock that shows real time until it is set. */
export const createClock = (): Clock => {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  const offsetMs = new Float64Array(shared)
  const listeners: (() => void)[] = []
  let jumps: readonly { readonly at: number; readonly offsetBefore: number }[] = []
  const recentJumps = () => jumps.filter(({ at }) => Date.now() - at < recentMs)
  const jump = (offset: number) => {
    const offsetBefore = offsetMs[0] ?? 0
    if (offset !== offsetBefore) jumps = [...recentJumps(), { at: Date.now(), offsetBefore }]
    offsetMs[0] = offset
    for (const listener of listeners) listener()
  }
  return {
    shared,
    now: () => new Date(Date.now() + (offsetMs[0] ?? 0)),
    set: (to) => jump(to.getTime() - Date.now()),
    reset: () => jump(0),
    recentTimes: () =>
      [offsetMs[0] ?? 0, ...recentJumps().map(({ offsetBefore }) => offsetBefore)].map(
        (offset) => new Date(Date.now() + offset),
      ),
    onJump: (listener) => void listeners.push(listener),
  }
}
