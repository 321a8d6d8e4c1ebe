import { ApiError } from '../api-error.ts'
import { errorFields, log } from '../log.ts'

/**
 * Logs one line per request: operation, request id, status, duration and error, if any. A status of 500 or more is an
 * error also if it is an API error: operators look for failures of Stripe and of the chat provider.
 */
export const logRequest = (
  operation: string,
  { requestId, startedMs }: { requestId: string; startedMs: number },
  { status, error }: { status: number; error?: unknown },
): void => {
  const isUnexpected = error !== undefined && !(error instanceof ApiError)
  log[status >= 500 ? 'error' : 'info']('request', {
    operation,
    requestId,
    status,
    durationMs: Date.now() - startedMs,
    apiError: error instanceof ApiError ? error.code : undefined,
    ...(isUnexpected ? errorFields(error) : {}),
    ...(error instanceof ApiError && error.cause !== undefined ? errorFields(error.cause) : {}),
  })
}
