import { CallError } from './call.ts'
import { messageOf } from './message-of.ts'

/**
 * Returns the message of a failure, or `otherwise` if the server sent none: the error of the call then has a text such
 * as "Function call failed", which does not say what to do. If there is no connection, returns a text that says so.
 */
export const failureText = (failure: unknown, otherwise: string): string =>
  hasNoReason(failure) ? otherwise : messageOf(failure, otherwise)

/**
 * Returns whether neither the server nor the connection gives a reason for a failed call. The server may have done what was
 * requested.
 */
export const hasNoReason = (failure: unknown): boolean =>
  failure instanceof CallError && failure.hasNoServerMessage && (failure.status !== 0 || navigator.onLine)
