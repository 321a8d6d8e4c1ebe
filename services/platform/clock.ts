/** Returns a clock that shows `now` and moves on from there. */
export const clockFrom = (now: Date): (() => Date) => {
  const startedAt = performance.now()
  return () => new Date(now.getTime() + Math.ceil(performance.now() - startedAt))
}

/** Returns a function that tells whether `ms` milliseconds have passed since this call. */
export const timeLimit = (ms: number): (() => boolean) => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt >= ms
}
