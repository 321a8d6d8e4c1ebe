import type { IncomingMessage } from 'node:http'
import type { Clock } from '#local/kit/clock.ts'
import type { Identities } from '../protocol/identity.ts'
import { AwsError } from '../protocol/aws-error.ts'
import type { Call, Reply, Service } from '../protocol/service.ts'
import { element, xmlDocument } from '../protocol/xml.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { objectOperations } from './operations.ts'
import { postObject } from './post-object.ts'
import { addressOf, s3Action } from './s3-request.ts'
import { createStore, type BucketStore, type Store } from './store.ts'

export type { BucketStore } from './store.ts'

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly identities: Identities
}

/** S3's names for errors of the signature check. */
const s3Codes: Readonly<Record<string, string>> = {
  InvalidClientTokenId: 'InvalidAccessKeyId',
  IncompleteSignature: 'AuthorizationHeaderMalformed',
}

const corsFor = (store: Store, request: IncomingMessage) => {
  try {
    return corsHeaders(store.bucket(addressOf(request).bucket).cors, request)
  } catch {
    // The bucket or path does not exist, so no CORS rules apply. The response reports the error.
    return {}
  }
}

const failXml = (error: AwsError, call: Pick<Call, 'id' | 'request'>): Reply => {
  const details = Object.entries(error.details).map(([name, value]) => element(name, value))
  const body = [
    element('Code', s3Codes[error.code] ?? error.code),
    element('Message', error.message),
    ...details,
    element('Resource', (call.request.url ?? '/').split('?')[0]),
    element('RequestId', call.id),
  ].join('')
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml' },
    // A HEAD response has no body, only the status.
    body: call.request.method === 'HEAD' ? '' : xmlDocument(`<Error>${body}</Error>`),
  }
}

/**
 * Creates S3 with objects on disk: the service, the preflight of its buckets, and direct access to the store.
 */
export const createS3Service = (
  options: Options,
): { service: Service; store: BucketStore; preflight(request: IncomingMessage, id: string): Reply } => {
  const store = createStore(options.clock)
  const operations = { ...objectOperations(store), PostObject: postObject(store, options) }
  const withCors = (request: IncomingMessage, reply: Reply): Reply => ({
    ...reply,
    headers: { ...corsFor(store, request), ...reply.headers },
  })
  const service: Service = {
    name: 's3',
    action: s3Action,
    run: async (action, call) => {
      const operation = operations[action as keyof typeof operations]
      return withCors(call.request, await operation(call))
    },
    fail: (error, call) => withCors(call.request, failXml(error, call)),
  }
  const preflight = (request: IncomingMessage, id: string): Reply => {
    try {
      const { bucket } = addressOf(request)
      return { status: 200, headers: preflightHeaders(store.bucket(bucket).cors, request) }
    } catch (error) {
      if (error instanceof AwsError) return failXml(error, { id, request })
      throw error
    }
  }
  return { service, store, preflight }
}
