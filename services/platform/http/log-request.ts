import { ApiError } from '../api-error.ts'
import { errorFields, log } from '../log.ts'

/**
 * Logs one line per request: operation, request id, status, duration and error, if any. A failure of Stripe or of the
 * chat provider is an API error, and still one that operators look for.
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
