import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { CallRecord, CognitoStandIn, Fault, Faults, Identity } from '../types.ts'
import { authenticate, claimOf } from './authenticate.ts'
import { AwsError, injectedError } from './aws-error.ts'
import type { CallLog } from './call-log.ts'
import { accessDenied, isAllowed } from './iam.ts'
import type { Call, Reply, Service } from './service.ts'
import { sha256Hex } from './sigv4.ts'

interface Options {
  readonly clock: Clock
  readonly faults: Faults
  readonly region: string
  readonly accountId: string
  readonly siteOrigin: () => string
  readonly cognito: CognitoStandIn
  readonly identities: ReadonlyMap<string, Identity>
  readonly log: CallLog
  readonly services: readonly Service[]
  /** Answers a browser's question whether it may call a bucket. */
  preflight(request: IncomingMessage, url: URL): Reply
}

/** DynamoDB takes 16 MB, the others less. */
const maxBodyBytes = 16 * 1024 * 1024

const signingNames = { dynamodb: 'dynamodb', s3: 's3', ses: 'ses', cognito: 'cognito-idp' } as const

const targets: Readonly<Record<string, Service['name']>> = {
  DynamoDB_20120810: 'dynamodb',
  AWSCognitoIdentityProviderService: 'cognito',
}

const serviceNameOf = (request: IncomingMessage): Service['name'] => {
  const target = [request.headers['x-amz-target'] ?? ''].flat().join('')
  if (target) {
    const name = targets[target.split('.')[0] ?? '']
    if (name) return name
    throw new AwsError('UnknownOperationException', 501, `The local AWS does not know ${target}`)
  }
  const scope = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (scope === undefined || scope === 's3') return 's3'
  if (scope === 'ses') return 'ses'
  throw new AwsError('UnknownOperationException', 501, `The local AWS does not know the service ${scope}`)
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > maxBodyBytes) throw new AwsError('RequestEntityTooLarge', 413, 'The body is larger than 16 MB')
  }
  return Buffer.concat(chunks)
}

/** Answers, or takes the answer back when a fault says that it never arrives. */
const send = async (response: ServerResponse, reply: Reply, fault: Fault | undefined) => {
  if (fault?.dropResponse) {
    if (reply.body instanceof Readable) reply.body.destroy()
    response.destroy()
    return
  }
  response.writeHead(reply.status, reply.headers)
  if (!(reply.body instanceof Readable)) {
    response.end(reply.body)
    return
  }
  try {
    await pipeline(reply.body, response)
  } catch (error) {
    // The client went away in the middle of a download: nobody is left to tell.
    if (!response.destroyed) throw error
  }
}

/** What a signature must be made for, checked; null when there is none. */
const signerOf = (request: IncomingMessage, url: URL, body: Buffer, service: Service, options: Options) => {
  const claim = claimOf(request, url)
  if (!claim) return null
  const declared = request.headers['x-amz-content-sha256'] ?? url.searchParams.get('X-Amz-Content-Sha256')
  return authenticate(request, url, claim, options.identities, {
    service: signingNames[service.name],
    region: options.region,
    payloadHash: service.name === 's3' ? String(declared ?? 'UNSIGNED-PAYLOAD') : sha256Hex(body),
    now: options.clock.now(),
  })
}

type Checked = Pick<CallRecord, 'function' | 'service' | 'action' | 'resource' | 'allowed'>

const authorizer =
  (
    signer: Identity | null,
    checked: Checked[],
    service: Service['name'],
    accountId: string,
  ): Call['authorize'] =>
  (permissions, formSigner) => {
    const identity = formSigner ?? signer
    if (!identity) {
      const nobody = { function: 'anonymous', service, allowed: false }
      checked.push(...permissions.map(({ action, resource }) => ({ ...nobody, action, resource })))
      throw new AwsError('AccessDenied', 403, 'Access Denied')
    }
    const results = permissions.map((permission) => ({
      permission,
      allowed: isAllowed(identity.policies, permission),
    }))
    for (const { permission, allowed } of results) {
      const { action, resource } = permission
      checked.push({ function: identity.name, service, action, resource, allowed })
    }
    const denied = results.find(({ allowed }) => !allowed)
    if (denied) throw accessDenied(identity, accountId, denied.permission)
  }

const asAwsError = (error: unknown): AwsError => {
  if (error instanceof AwsError) return error
  console.error('The local AWS endpoint failed', error)
  return new AwsError('InternalFailure', 501, error instanceof Error ? error.message : String(error))
}

/** Makes the function that takes every request of the endpoint to its service and answers it. */
export const createDispatcher = (options: Options) => {
  const cors = (): Readonly<Record<string, string>> => ({
    'access-control-allow-origin': options.siteOrigin(),
    'access-control-expose-headers': 'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date',
    vary: 'origin',
  })
  const cognitoPreflight = (request: IncomingMessage): Reply => ({
    status: 200,
    headers: {
      ...cors(),
      'access-control-allow-methods': 'POST, GET',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '172800',
    },
  })
  const withoutSignature = (request: IncomingMessage, url: URL): Reply | undefined => {
    const pool = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(url.pathname)?.[1]
    if (pool && request.method === 'GET') {
      const headers = { ...cors(), 'content-type': 'application/json' }
      return { status: 200, headers, body: JSON.stringify(options.cognito.jwks(pool)) }
    }
    if (request.method !== 'OPTIONS') return undefined
    const headers = request.headers['access-control-request-headers'] ?? ''
    return headers.includes('x-amz-target') ? cognitoPreflight(request) : options.preflight(request, url)
  }
  const headersFor = (id: string, service?: Service): Readonly<Record<string, string>> => ({
    date: options.clock.now().toUTCString(),
    'x-amzn-requestid': id,
    'x-amz-request-id': id,
    ...(service?.name === 'cognito' ? cors() : {}),
  })

  const answer = async (request: IncomingMessage, url: URL, id: string, service: Service) => {
    const checked: Checked[] = []
    let fault: Fault | undefined
    const work = async (): Promise<Reply> => {
      const body = service.name === 's3' ? Buffer.alloc(0) : await readBody(request)
      const signer = signerOf(request, url, body, service, options)
      const authorize = authorizer(signer, checked, service.name, options.accountId)
      const mayDo: Call['isAllowed'] = (permission) =>
        signer !== null && isAllowed(signer.policies, permission)
      const call: Call = { id, request, url, body, signer, authorize, isAllowed: mayDo }
      const action = service.action(call)
      fault = options.faults.take(service.name, action)
      if (fault?.delayMs) await sleep(fault.delayMs)
      if (fault?.error) throw injectedError(fault.error)
      return service.run(action, call)
    }
    const reply = await work().catch((error: unknown) =>
      service.fail(asAwsError(error), { id, request, url }),
    )
    const at = options.clock.now().toISOString()
    options.log.add(checked.map((record) => ({ at, ...record, status: reply.status })))
    return { reply, fault }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = randomUUID()
    const url = new URL(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`)
    const plain = withoutSignature(request, url)
    let service: Service | undefined
    let result: { reply: Reply; fault?: Fault | undefined }
    try {
      const name = plain ? 's3' : serviceNameOf(request)
      service = plain ? undefined : options.services.find((candidate) => candidate.name === name)
      result = service ? await answer(request, url, id, service) : { reply: plain ?? { status: 501 } }
    } catch (error) {
      const { code, status, message } = asAwsError(error)
      const headers = { 'content-type': 'application/x-amz-json-1.0' }
      result = { reply: { status, headers, body: JSON.stringify({ __type: code, message }) } }
    }
    const headers = { ...headersFor(id, service), ...result.reply.headers }
    await send(response, { ...result.reply, headers }, result.fault)
    // What was not read of a refused upload is read off, so that the client gets to see the answer.
    if (!request.readableEnded) request.resume()
  }
}
