/** A call that reached an emulator. Kept for `GET /_local/calls` and for the test of the functions' permissions. */
export interface CallRecord {
  readonly at: string
  /** Name of the calling function; empty if the caller has no identity. */
  readonly function: string
  /** `dynamodb`, `s3`, `ses`, `cognito`, `secretsmanager` or `stripe`. */
  readonly service: string
  readonly action: string
  readonly resource: string
  readonly allowed: boolean
  readonly status: number
}
