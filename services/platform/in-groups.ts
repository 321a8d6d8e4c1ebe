/** Actions that run at the same time: few enough that the table still serves its users. */
const groupSize = 10

/**
 * Runs an action for each item, ten at a time, because a thousand calls one after the other take longer than a request
 * may. Rejects after the first group in which an action fails.
 */
export const inGroups = async <T>(
  items: readonly T[],
  action: (item: T) => Promise<unknown>,
): Promise<void> => {
  for (let first = 0; first < items.length; first += groupSize)
    await Promise.all(items.slice(first, first + groupSize).map(action))
}
