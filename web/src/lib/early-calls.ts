import type { EarlyCall } from '#shared/values/early-calls.ts'
import { recordServerTime } from './server-time.ts'

/** Age from which an early call is not used any more, in milliseconds: the page may have changed something since. */
const maxAgeMs = 10_000

const isUsable = ({ token, sentAt }: EarlyCall, accessToken: string | undefined): boolean =>
  token === accessToken && Date.now() - sentAt < maxAgeMs

/** The server's record may have changed since it rejected a call: access is granted after a check with Stripe. */
const successful = async ({ response }: EarlyCall): Promise<Response | undefined> => {
  try {
    const result = await response
    return result.ok ? result : undefined
  } catch {
    // The network failed. The caller sends the request again, and reports a second failure.
    return undefined
  }
}

/**
 * Returns the response of a call without input that the page has sent for this user before the app was loaded. Returns
 * it once only. Returns undefined if there is none, it is too old, or it failed: the caller then sends the request.
 */
export const takeEarlyResponse = async (
  name: string,
  accessToken: string | undefined,
): Promise<Response | undefined> => {
  const early = window.earlyCalls?.[name]
  if (early === undefined) return undefined
  delete window.earlyCalls?.[name]
  if (!isUsable(early, accessToken)) return undefined
  const response = await successful(early)
  if (response) recordServerTime(response, early.receivedAt)
  return response
}
