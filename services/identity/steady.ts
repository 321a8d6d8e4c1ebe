import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does something and answers no earlier than `ms` milliseconds after it began, whatever came of it: how long
 * an answer takes must not tell which addresses have an account. `ms` has to be more than the longest way
 * usually takes.
 */
export const takingAtLeast = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const [outcome] = await Promise.allSettled([work(), sleep(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
