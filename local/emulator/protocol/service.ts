import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Identity, Permission } from './identity.ts'
import type { AwsError } from './aws-error.ts'

export interface Reply {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer | Readable
}

/** A request to the endpoint, with its signature verified. */
export interface Call {
  readonly id: string
  readonly request: IncomingMessage
  /** Path and query as sent. */
  readonly url: URL
  /** The whole body. Empty for S3, which reads the request as a stream. */
  readonly body: Buffer
  /** The identity that signed the request, or null. */
  readonly signer: Identity | null
  /**
   * Checks and records the permissions of the call. Throws AccessDenied if one is missing. Calls with a
   * signature in a form pass the `signer`.
   */
  authorize(permissions: readonly Permission[], signer?: Identity): void
  /** Checks a permission that the call does not strictly require. Not recorded. */
  isAllowed(permission: Permission): boolean
}

/** One service behind the endpoint. */
export interface Service {
  readonly name: 'dynamodb' | 's3' | 'ses' | 'cognito'
  /** Returns the name of the API action. Throws an error with the name of an unsupported one. */
  action(call: Call): string
  run(action: string, call: Call): Promise<Reply>
  fail(error: AwsError, call: Pick<Call, 'id' | 'request' | 'url'>): Reply
}
