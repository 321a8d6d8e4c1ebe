import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Calls `ask` until it returns a value. For effects that follow a reply, such as emails and webhooks.
 *
 * @param what names the expected effect in the error after `withinMs`
 */
export const poll = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  withinMs = 30_000,
): Promise<T> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms for ${what}`)
    await sleep(50)
  }
}
