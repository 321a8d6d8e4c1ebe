/** An error of an AWS service by its code; each service writes it in its own shape. */
export class AwsError extends Error {
  readonly code: string
  readonly status: number
  /** Further elements of the error, as S3 has them. */
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

/** The error that a fault asked for; codes that are not server errors answer with 400, as most services do. */
export const injectedError = (code: string): AwsError =>
  new AwsError(code, statusOfCode[code] ?? 400, `${code} was asked for by a fault`)
