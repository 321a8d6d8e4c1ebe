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

/** An API error in Stripe's format: https://docs.stripe.com/api/errors. */
export class StripeError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  /** Returns the response body. `requestId` is also sent in the `Request-Id` header. */
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

/** Creates the error for an unknown id in the path: 404. */
export const notFound = (kind: string, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

/** Creates the error for an unknown id in the parameters: 400. */
export const noSuch = (kind: string, id: string, param: string) =>
  new StripeError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export const missing = (param: string) =>
  new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeError(400, message, { param, code })
