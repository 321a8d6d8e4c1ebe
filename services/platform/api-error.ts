import { apiErrors, type ApiErrorCode } from '#shared/contract/api-errors.ts'

/** An expected error response with a stable code. Any other thrown value is an unexpected error (500). */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends Error {
  readonly code: Code
  readonly status: number
  /** Time until the next attempt, in whole seconds. Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, details: { message?: string; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(details.message ?? apiErrors[code].message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = apiErrors[code].status
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Creates an API error to return from a handler. An operation may return only the errors that it declares. */
export const apiError = <Code extends ApiErrorCode>(
  code: Code,
  details?: ConstructorParameters<typeof ApiError>[1],
): ApiError<Code> => new ApiError(code, details)
