/** Returns a clock that starts at `now`. */
export const clockFrom = (now: Date): (() => Date) => {
  const startedAt = performance.now()
  return () => new Date(now.getTime() + Math.ceil(performance.now() - startedAt))
}

/** Returns a function that returns whether `ms` milliseconds have passed since this call. */
export const timeLimit = (ms: number): (() => boolean) => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt >= ms
}
