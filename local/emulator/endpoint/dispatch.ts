import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#local/kit/clock.ts'
import type { CognitoEmulator } from '#local/emulator/cognito/types.ts'
import type { Fault, Faults } from '#local/kit/faults.ts'
import type { Identity } from '#local/emulator/protocol/identity.ts'
import { authenticate, signatureClaimOf } from './authenticate.ts'
import { createAuthorizer, type Checked } from '../iam/authorize.ts'
import { AwsError, injectedError } from '../protocol/aws-error.ts'
import type { CallLog } from '../protocol/call-log.ts'
import { isJsonPreflight, jsonPreflight, siteCors } from './cross-origin.ts'
import { isAllowed } from '../iam/policies.ts'
import { dropReply, sendReply } from '../protocol/reply.ts'
import { jwksPoolOf, readCallBody, serviceNameOf, signingNames } from './route.ts'
import type { Call, Reply, Service } from '../protocol/service.ts'
import { sha256Hex } from '../protocol/sigv4.ts'

interface Options {
  readonly clock: Clock
  readonly faults: Faults
  readonly region: string
  readonly accountId: string
  readonly siteOrigin: () => string
  readonly cognito: CognitoEmulator
  readonly identities: ReadonlyMap<string, Identity>
  readonly log: CallLog
  readonly services: readonly Service[]
  /** Responds to a CORS preflight for a bucket. */
  preflight(request: IncomingMessage, id: string): Reply
}

interface RequestContext {
  readonly id: string
  readonly request: IncomingMessage
  readonly url: URL
}

interface Result {
  readonly reply: Reply
  readonly isDropped?: boolean
}

const asAwsError = (error: unknown): AwsError => {
  if (error instanceof AwsError) return error
  console.error('The local AWS endpoint failed', error)
  return new AwsError('InternalFailure', 501, error instanceof Error ? error.message : String(error))
}

/** Verifies the signature of a request. Returns null if it is not signed. */
const signerOf = (
  { request, url }: RequestContext,
  body: Buffer,
  service: Service['name'],
  options: Options,
) => {
  const claim = signatureClaimOf(request, url)
  if (!claim) return null
  // S3 checks the hash of the body after reading it. A presigned link may omit the hash.
  const declared = request.headers['x-amz-content-sha256'] ?? url.searchParams.get('X-Amz-Content-Sha256')
  return authenticate(request, url, claim, options.identities, {
    service: signingNames[service],
    region: options.region,
    payloadHash: service === 's3' ? String(declared ?? 'UNSIGNED-PAYLOAD') : sha256Hex(body),
    clock: options.clock,
  })
}

const checkedCall = async (
  context: RequestContext,
  service: Service['name'],
  checked: Checked[],
  options: Options,
) => {
  const body = service === 's3' ? Buffer.alloc(0) : await readCallBody(context.request)
  const signer = signerOf(context, body, service, options)
  const call: Call = {
    ...context,
    body,
    signer,
    authorize: createAuthorizer(signer, service, options.accountId, checked),
    isAllowed: (permission) => signer !== null && isAllowed(signer.policies, permission),
  }
  return call
}

/** Runs signature check, fault, role check and service in this order, then records the call. */
const serve = async (context: RequestContext, service: Service, options: Options): Promise<Result> => {
  const checked: Checked[] = []
  let fault: Fault | undefined
  const run = async (): Promise<Reply> => {
    const call = await checkedCall(context, service.name, checked, options)
    const action = service.action(call)
    fault = options.faults.take(service.name, action)
    if (fault?.delayMs) await sleep(fault.delayMs)
    if (fault?.error) throw injectedError(fault.error)
    return service.run(action, call)
  }
  const reply = await run().catch((error: unknown) => service.fail(asAwsError(error), context))
  const at = options.clock.now().toISOString()
  options.log.add(checked.map((record) => ({ at, ...record, status: reply.status })))
  return { reply, isDropped: fault?.dropResponse === true }
}

/** Handles public keys and preflights, which are not signed. */
const respondUnsigned = ({ id, request, url }: RequestContext, options: Options): Reply | undefined => {
  const pool = jwksPoolOf(request, url)
  if (pool !== undefined) {
    const headers = { ...siteCors(options.siteOrigin()), 'content-type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify(options.cognito.jwks(pool)) }
  }
  if (request.method !== 'OPTIONS') return undefined
  return isJsonPreflight(request)
    ? jsonPreflight(request, options.siteOrigin())
    : options.preflight(request, id)
}

const respond = async (context: RequestContext, options: Options): Promise<Result> => {
  try {
    const unsigned = respondUnsigned(context, options)
    if (unsigned) return { reply: unsigned }
    const name = serviceNameOf(context.request)
    const service = options.services.find((candidate) => candidate.name === name)
    if (!service) throw new Error(`The service ${name} was not started`)
    const result = await serve(context, service, options)
    if (name !== 'cognito') return result
    const headers = { ...siteCors(options.siteOrigin()), ...result.reply.headers }
    return { ...result, reply: { ...result.reply, headers } }
  } catch (error) {
    const { code, status, message } = asAwsError(error)
    const headers = { 'content-type': 'application/x-amz-json-1.0' }
    return { reply: { status, headers, body: JSON.stringify({ __type: code, message }) } }
  }
}

/** Creates the request handler of the endpoint. It routes each request to its service. */
export const createDispatcher =
  (options: Options) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = randomUUID()
    const url = new URL(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`)
    const { reply, isDropped } = await respond({ id, request, url }, options)
    const headers = {
      date: options.clock.now().toUTCString(),
      'x-amzn-requestid': id,
      'x-amz-request-id': id,
      ...reply.headers,
    }
    if (isDropped) dropReply(response, reply)
    else await sendReply(response, { ...reply, headers })
    // Drain the rest of a rejected upload, so that the client receives the response.
    if (!request.readableEnded) request.resume()
  }
