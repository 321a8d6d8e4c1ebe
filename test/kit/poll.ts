import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again until there is an answer. For what happens a moment after the reply: mail, webhooks.
 * @param what names what was waited for, in the error after `withinMs`
 */
export const poll = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  withinMs = 10_000,
): Promise<T> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for ${what}`)
    await sleep(50)
  }
}
