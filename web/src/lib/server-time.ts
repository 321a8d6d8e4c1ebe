/**
 * What time it is by the server. A visitor's clock may be minutes or hours out, and screens that say when
 * the chat opens, or how long a pass still runs, must not go by it.
 */

/** How far the server's clock is ahead of this browser's, in milliseconds; undefined until an answer told. */
let aheadMs: number | undefined
const watchers = new Set<() => void>()

/** Headers tell whole seconds, cut off: on average half of one is missing. */
const cutMs = 500
/** Answers differ by as much as they were on their way: less than this is no news. */
const noiseMs = 2000

/** Learns the time from an answer: when it was made, and how long a cache has kept it since. */
export const noteServerTime = ({ headers }: Response): void => {
  const madeAt = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(madeAt)) return
  const keptMs = (Number(headers.get('age')) || 0) * 1000
  const ahead = madeAt + keptMs + cutMs - Date.now()
  if (aheadMs !== undefined && Math.abs(ahead - aheadMs) < noiseMs) return
  aheadMs = ahead
  for (const watcher of watchers) watcher()
}

/** The time by the server; by this browser, while no answer has come. */
export const serverNow = (): Date => new Date(Date.now() + (aheadMs ?? 0))

/** Calls back whenever the time turns out to be another than was thought, until the answer is called. */
export const onServerTime = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Resolves when the server's time is known, or cannot be learned soon. */
export const serverTimeKnown = async (): Promise<void> => {
  if (aheadMs !== undefined) return
  try {
    // The smallest answer there is that no cache of the browser's own keeps.
    const signal = AbortSignal.timeout(3000)
    noteServerTime(await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal }))
  } catch {
    // Then the browser's clock has to do: the server decides about everything that matters anyway.
  }
}
