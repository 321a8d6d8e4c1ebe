import type { EarlyCall } from '#shared/values/early-calls.ts'

/** Age from which an early call is not used any more, in milliseconds: the page may have changed something since. */
const maxAgeMs = 10_000

const isUsable = ({ token, sentAt }: EarlyCall, accessToken: string | undefined): boolean =>
  token === accessToken && Date.now() - sentAt < maxAgeMs

/**
 * Returns the response of a call without input that the page has sent for this user before the app was loaded. Returns it
 * once only. Returns undefined if there is none, it is too old, or it failed: the caller then sends the request.
 */
export const takeEarlyResponse = async (
  name: string,
  accessToken: string | undefined,
): Promise<Response | undefined> => {
  const early = window.earlyCalls?.[name]
  if (early === undefined) return undefined
  delete window.earlyCalls?.[name]
  return isUsable(early, accessToken) ? early.response.catch(() => undefined) : undefined
}
