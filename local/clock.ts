/**
 * The one movable clock of the local cloud. Stand-ins ask it for the time; functions, which run in worker
 * threads, share its offset through `shared` and have their own Date moved by it (see runtime/worker.ts).
 */
export interface Clock {
  /** The time now, as everything in the local cloud sees it. */
  now(): Date
  /** Jumps to a time, forwards or backwards; the clock goes on ticking from there. */
  set(to: Date): void
  /** Back to real time. */
  reset(): void
  /** Milliseconds to add to real time, as one 64-bit float, readable from any thread. */
  readonly shared: SharedArrayBuffer
  /** Called after every jump. */
  onJump(listener: () => void): void
}

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
