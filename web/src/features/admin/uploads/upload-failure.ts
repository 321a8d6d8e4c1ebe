import { CallError } from '#web/lib/call.ts'
import { ConnectionLost, StorageFailure, StorageRejection } from './post-file.ts'

/**
 * Codes of failures due to the file itself, or to newer content of another admin. A retry must not replace content that
 * this admin has not seen.
 */
const finalCodes: readonly unknown[] = ['file_rejected', 'validation_failed', 'item_changed']

/** Returns whether another attempt would fail for the same reason. */
export const isFinalFailure = (failure: unknown): boolean =>
  failure instanceof StorageRejection || (failure instanceof CallError && finalCodes.includes(failure.code))

export const isNotFound = (failure: unknown): boolean =>
  failure instanceof CallError && failure.code === 'not_found'

/** Statuses of calls that fail for every file: no connection, no session, no permission, too many requests. */
const statusesOfAll: readonly number[] = [0, 401, 403, 429]

/** Returns whether the next files would fail too, because the reason does not lie in this file. */
export const concernsAllFiles = (failure: unknown): boolean => {
  if (failure instanceof CallError) return statusesOfAll.includes(failure.status)
  // Any other failure is about the session: it has ended, or belongs to another user.
  return !(failure instanceof StorageFailure || failure instanceof StorageRejection)
}

/** Returns whether the file itself may be the reason: a file that cannot be read, or a name that a firewall rejects. */
export const mayConcernFile = (failure: unknown): boolean =>
  failure instanceof ConnectionLost || (failure instanceof CallError && failure.status === 403)
