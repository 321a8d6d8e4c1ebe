import type { EarlyCall } from '#shared/values/early-calls.ts'
import { recordServerTime } from './server-time.ts'

/** Age from which an early call is no longer used, in milliseconds: the page may have changed something since. */
const maxAgeMs = 10_000

const isUsable = ({ token, sentAt }: EarlyCall, accessToken: string | undefined): boolean =>
  token === accessToken && Date.now() - sentAt < maxAgeMs

/**
 * Returns the response if the call succeeded. A rejected call has to be repeated, because access may have been granted
 * since, after a check with Stripe.
 */
const responseIfSuccessful = async (early: EarlyCall): Promise<Response | undefined> => {
  try {
    const response = await early.response
    if (!response.ok) return undefined
    recordServerTime(response, early.receivedAt)
    return response
  } catch {
    // The network failed. The caller sends the request again, and reports a second failure.
    return undefined
  }
}

/**
 * Returns the response of a call without input that the page has sent for this user before the app was loaded. Returns
 * it once only. Returns undefined if there is none or it is too old, and resolves to undefined if it failed: the caller
 * then sends the request.
 */
export const takeEarlyResponse = (
  name: string,
  accessToken: string | undefined,
): Promise<Response | undefined> | undefined => {
  const early = window.earlyCalls?.[name]
  if (early === undefined) return undefined
  delete window.earlyCalls?.[name]
  return isUsable(early, accessToken) ? responseIfSuccessful(early) : undefined
}
