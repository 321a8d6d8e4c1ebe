import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Identity } from '../types.ts'
import type { AwsError } from './aws-error.ts'
import type { Permission } from './iam.ts'

export interface Reply {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer | Readable
}

/** One request that reached the endpoint, with its signature checked. */
export interface Call {
  readonly id: string
  readonly request: IncomingMessage
  /** Path and query as they were sent. */
  readonly url: URL
  /** The whole body; empty for S3, which reads the request as a stream. */
  readonly body: Buffer
  /** Who signed; null when nobody did. */
  readonly signer: Identity | null
  /**
   * Checks and records what the call needs; denied means an AccessDenied error. `signer` is given by calls
   * that carry their signature in a form.
   */
  authorize(permissions: readonly Permission[], signer?: Identity): void
  /** Whether the role of the signer allows something that the call does not ask for; not recorded. */
  isAllowed(permission: Permission): boolean
}

/** One service behind the endpoint. */
export interface Service {
  readonly name: 'dynamodb' | 's3' | 'ses' | 'cognito'
  /** Name of the API action; an unknown one is refused by its name. */
  action(call: Call): string
  run(action: string, call: Call): Promise<Reply>
  fail(error: AwsError, call: Pick<Call, 'id' | 'request' | 'url'>): Reply
}
