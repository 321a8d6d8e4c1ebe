/**
 * The server's clock. A visitor's clock may be minutes or hours wrong, so screens that show when the chat opens, or
 * how much time is left on a pass, must not use it.
 */
import { createStore } from './store.ts'

/** Milliseconds by which the server's clock is ahead of the browser's. Undefined until the first response. */
const aheadMs = createStore<number | undefined>(undefined)

/** The `date` header is cut off to whole seconds: half a second is missing on average. */
const cutOffMs = 500
/** Responses take different times to arrive. Smaller differences than this are ignored. */
const toleranceMs = 2000

/**
 * Records the server's time from the `date` header of a response, plus the time that a cache has kept it.
 *
 * @param receivedAt when the response arrived, in milliseconds since 1970 by the browser's clock
 */
export const recordServerTime = ({ headers }: Response, receivedAt = Date.now()): void => {
  const sentAt = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(sentAt)) return
  const cachedMs = (Number(headers.get('age')) || 0) * 1000
  const next = sentAt + cachedMs + cutOffMs - receivedAt
  const current = aheadMs.get()
  if (current === undefined || Math.abs(next - current) >= toleranceMs) aheadMs.set(next)
}

/** Returns the server's time; the browser's time until the first response. */
export const serverNow = (): Date => new Date(Date.now() + (aheadMs.get() ?? 0))

/** Calls `listener` when the server's time differs from the one used so far. Returns an unsubscribe function. */
export const onServerTime = aheadMs.subscribe

/** Resolves when the server's time is known, or after three seconds without a response. */
export const serverTimeKnown = async (): Promise<void> => {
  if (aheadMs.get() !== undefined) return
  try {
    // The smallest response that the browser does not cache.
    const signal = AbortSignal.timeout(3000)
    recordServerTime(await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal }))
  } catch {
    // The browser's clock is used instead. The server makes every decision that matters.
  }
}
