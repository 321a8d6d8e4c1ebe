/** Each conflict means that another writer committed, so a few attempts are enough. */
const maxAttempts = 8

/**
 * Runs a read-decide-write attempt until its write commits. An attempt returns `'stale'` when the item changed
 * between its read and its write; the next attempt reads again.
 *
 * @param subject what is being written, for the error message: `the pass`
 * @throws Error when every attempt conflicts
 */
export const retryOnConflict = async <Result>(
  subject: string,
  attempt: () => Promise<Result | 'stale'>,
): Promise<Result> => {
  for (let count = 0; count < maxAttempts; count += 1) {
    const result = await attempt()
    if (result !== 'stale') return result
  }
  throw new Error(`Each of ${maxAttempts} attempts to write ${subject} conflicted with another write`)
}
