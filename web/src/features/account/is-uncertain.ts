import { CallError } from '#web/lib/call.ts'

/** Returns whether the server may have done what was requested despite the failure: the response may be lost. */
export const isUncertain = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 0 || failure.status >= 500)
