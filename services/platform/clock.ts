/** Returns a clock that shows `now` and moves on from there. */
export const clockFrom = (now: Date): (() => Date) => {
  const startedAt = performance.now()
  return () => new Date(now.getTime() + Math.ceil(performance.now() - startedAt))
}
