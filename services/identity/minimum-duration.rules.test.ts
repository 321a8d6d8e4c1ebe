import { describe, expect, test, vi } from 'vitest'

// Other tests in memory skip the wait.
vi.unmock('./minimum-duration.ts')
const { withMinimumDuration } = await import('./minimum-duration.ts')

const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await withMinimumDuration(50, work).catch(() => undefined)
  return performance.now() - startedAt
}

describe('withMinimumDuration', () => {
  test('resolves and rejects no sooner than the given time', async () => {
    const durations = [
      await durationOf(async () => 'done'),
      await durationOf(() => Promise.reject(new Error())),
    ]
    // Timers may fire up to a millisecond early.
    for (const ms of durations) expect(ms).toBeGreaterThanOrEqual(49)
  })

  test('returns the result and throws the error of the work', async () => {
    expect(await withMinimumDuration(1, async () => 'done')).toBe('done')
    await expect(withMinimumDuration(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  })
})
