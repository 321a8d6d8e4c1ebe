/** An error of an AWS service with its code. Each service formats it in its own way. */
export class AwsError extends Error {
  readonly code: string
  readonly status: number
  /** Extra elements of S3 errors. */
  readonly details: Readonly<Record<string, string>>

  constructor(code: string, status: number, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'AwsError'
    this.code = code
    this.status = status
    this.details = details
  }
}

const statusOfCode: Readonly<Record<string, number>> = {
  InternalServerError: 500,
  InternalError: 500,
  InternalErrorException: 500,
  InternalFailure: 500,
  ServiceUnavailable: 503,
  SlowDown: 503,
  AccessDenied: 403,
  NoSuchKey: 404,
}

/** Creates the error of an injected fault. Codes that are not server errors return 400, as in most services. */
export const injectedError = (code: string): AwsError =>
  new AwsError(code, statusOfCode[code] ?? 400, `${code} was injected by a fault`)
