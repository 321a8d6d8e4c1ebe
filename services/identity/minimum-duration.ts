import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves or rejects no sooner than `ms` milliseconds after the call, so that the response time does not
 * reveal whether an address has an account. `ms` must be longer than the slowest path usually takes.
 */
export const withMinimumDuration = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const [outcome] = await Promise.allSettled([work(), sleep(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
