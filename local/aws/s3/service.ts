import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../clock.ts'
import type { Identities } from '../authenticate.ts'
import { AwsError } from '../aws-error.ts'
import type { Call, Reply, Service } from '../service.ts'
import { element, xmlDocument } from '../xml.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { objectOperations } from './operations.ts'
import { postObject } from './post-object.ts'
import { placeOf, s3Action } from './s3-request.ts'
import { createStore, type BucketStore, type Store } from './store.ts'

export type { BucketStore } from './store.ts'

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly identities: Identities
}

/** The signature check has names that are not those of S3. */
const s3Codes: Readonly<Record<string, string>> = {
  InvalidClientTokenId: 'InvalidAccessKeyId',
  IncompleteSignature: 'AuthorizationHeaderMalformed',
}

const corsFor = (store: Store, request: IncomingMessage) => {
  try {
    return corsHeaders(store.bucket(placeOf(request).bucket).cors, request)
  } catch {
    // No such bucket or path: the answer itself says so, and no rule lets a browser read it.
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
    // A HEAD has no body; the status alone tells.
    body: call.request.method === 'HEAD' ? '' : xmlDocument(`<Error>${body}</Error>`),
  }
}

/** S3 with objects on disk: the service, the preflight of its buckets, and what the local cloud does with them. */
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
      const { bucket } = placeOf(request)
      return { status: 200, headers: preflightHeaders(store.bucket(bucket).cors, request) }
    } catch (error) {
      if (error instanceof AwsError) return failXml(error, { id, request })
      throw error
    }
  }
  return { service, store, preflight }
}
