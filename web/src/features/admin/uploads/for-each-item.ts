/** Calls that run at the same time. */
const maxParallel = 4

/** Runs an action for every item, a few at a time. Returns the items whose action failed, with the first reason. */
export const forEachItem = async <T>(
  items: readonly T[],
  action: (item: T) => Promise<unknown>,
): Promise<{ readonly failed: readonly T[]; readonly reason: unknown }> => {
  const failures: { item: T; reason: unknown }[] = []
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      try {
        await action(item)
      } catch (reason) {
        failures.push({ item, reason })
      }
  }
  await Promise.all(Array.from({ length: maxParallel }, work))
  return { failed: failures.map(({ item }) => item), reason: failures[0]?.reason }
}
