export interface StripeErrorBody {
  readonly error: {
    readonly type: string
    readonly code?: string
    readonly message: string
    readonly param?: string
    readonly decline_code?: string
    readonly request_log_url: string
  }
}

interface Details {
  readonly type?: string
  readonly code?: string
  readonly param?: string
  readonly declineCode?: string
}

/** A failure in Stripe's own shape: https://docs.stripe.com/api/errors. */
export class StripeError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  /** The body of the answer; `requestId` is that of its `Request-Id` header. */
  body(requestId: string): StripeErrorBody {
    const { type = 'invalid_request_error', code, param, declineCode } = this.details
    return {
      error: {
        ...(code && { code }),
        ...(declineCode && { decline_code: declineCode }),
        message: this.message,
        ...(param && { param }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type,
      },
    }
  }
}

/** An id in the path that names nothing: 404. */
export const notFound = (kind: string, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

/** An id among the parameters that names nothing: 400. */
export const noSuch = (kind: string, id: string, param: string) =>
  new StripeError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export const missing = (param: string) =>
  new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeError(400, message, { param, code })
