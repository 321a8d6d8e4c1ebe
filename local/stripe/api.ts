import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Fault, Faults } from '../types.ts'
import type { Account } from './account.ts'
import { findEndpoint, type Endpoint } from './endpoint.ts'
import { StripeError } from './errors.ts'
import { expand } from './expand.ts'
import { parseForm, type FormData } from './form.ts'
import type { Answer, IdempotencyKeys } from './idempotency.ts'
import { newId } from './ids.ts'
import { checkoutSessionEndpoints } from './resources/checkout-sessions.ts'
import { customerEndpoints } from './resources/customers.ts'
import { disputeEndpoints } from './resources/disputes.ts'
import { eventEndpoints } from './resources/events.ts'
import { paymentEndpoints } from './resources/payments.ts'
import { portalSessionEndpoints } from './resources/portal-sessions.ts'
import { priceEndpoints } from './resources/prices.ts'
import { refundEndpoints } from './resources/refunds.ts'
import { subscriptionEndpoints } from './resources/subscriptions.ts'
import { testClockEndpoints } from './resources/test-clocks.ts'
import { apiVersion } from './wire.ts'

/** Every operation of the API that the stand-in has. */
export const endpoints: readonly Endpoint[] = [
  ...checkoutSessionEndpoints,
  ...customerEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
  ...paymentEndpoints,
  ...portalSessionEndpoints,
  ...priceEndpoints,
  ...refundEndpoints,
  ...subscriptionEndpoints,
  ...testClockEndpoints,
]

export interface ApiRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection breaks instead of answering. */
  readonly dropped: boolean
}

export interface Api {
  readonly account: () => Account
  readonly clock: Clock
  readonly faults: Faults
  readonly keys: IdempotencyKeys
  readonly secretKey: string
  readonly record: (call: { action: string; resource: string; status: number }) => void
}

const authenticate = (secretKey: string, header: string | undefined): void => {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ')
  const basic = scheme.toLowerCase() === 'basic'
  const key = basic ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '') : credentials
  if (key === secretKey && (basic || scheme.toLowerCase() === 'bearer')) return
  const shown = `${key.slice(0, 8)}${'*'.repeat(8)}`
  throw new StripeError(
    401,
    key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${shown}`,
  )
}

const checkVersion = (version: string | undefined): void => {
  if (version === undefined || version === apiVersion) return
  throw new StripeError(
    400,
    `The local Stripe stand-in speaks API version ${apiVersion} only, not ${version}.`,
  )
}

const readForm = ({ method, url, headers, body }: ApiRequest): FormData => {
  if (method === 'GET' || body === '') return parseForm(url.search.slice(1))
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return parseForm(body)
  throw new StripeError(400, `Invalid content type ${type}: the API takes application/x-www-form-urlencoded.`)
}

/** Failures that the control interface asks for; any other code is a 500 that takes part in idempotency. */
const faultStatus: Readonly<Record<string, number>> = {
  authentication_required: 402,
  card_declined: 402,
  lock_timeout: 429,
  rate_limit: 429,
  service_unavailable: 503,
}

/** The error of a connection that breaks before the request takes effect. */
const brokenConnection = 'api_connection_error'

const faultError = (code: string): StripeError => {
  const status = faultStatus[code] ?? 500
  const type = status === 402 ? 'card_error' : status < 500 ? 'invalid_request_error' : 'api_error'
  return new StripeError(status, `A failure that the local cloud was asked for: ${code}.`, { type, code })
}

/** Refusals before an operation begins are not remembered under its idempotency key. */
const isKept = (error: StripeError): boolean =>
  error.status !== 429 && error.status !== 503 && !(error.details.code ?? '').startsWith('parameter_')

interface Work {
  readonly request: ApiRequest
  readonly requestId: string
  readonly endpoint: Endpoint
  readonly id: string
  readonly fault: Fault | undefined
}

const perform = (api: Api, { request, requestId, endpoint, id, fault }: Work): unknown => {
  const { run, expand: paths } = endpoint.prepare(readForm(request))
  if (fault?.error) throw faultError(fault.error)
  const account = api.account()
  const key = request.headers['idempotency-key'] ?? null
  return account.during({ id: requestId, idempotency_key: request.method === 'POST' ? key : null }, () =>
    structuredClone(expand(account, run(account, id), paths)),
  )
}

const perhaps = (error: unknown, requestId: string): { answer: Answer; kept: boolean } => {
  if (!(error instanceof StripeError)) throw error
  return { answer: { status: error.status, body: error.body(requestId), requestId }, kept: isKept(error) }
}

const answerOnce = async (api: Api, work: Work): Promise<{ answer: Answer; replayed: boolean }> => {
  const { request, requestId, fault } = work
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  const fingerprint = `${request.method} ${request.url.pathname} ${request.body}`
  const earlier = key ? api.keys.claim(key, fingerprint, api.clock.now().getTime()) : undefined
  if (earlier) return { answer: earlier, replayed: true }
  let outcome: { answer: Answer; kept: boolean } | undefined
  try {
    if (fault?.delayMs) await sleep(fault.delayMs)
    outcome = { answer: { status: 200, body: perform(api, work), requestId }, kept: true }
  } catch (error) {
    outcome = perhaps(error, requestId)
  } finally {
    if (key && outcome?.kept) api.keys.keep(key, outcome.answer)
    else if (key) api.keys.release(key)
  }
  return { answer: outcome.answer, replayed: false }
}

/** A request that another one is in the way of may succeed later; one that is replayed never will. */
const shouldRetry = (status: number, replayed: boolean): Record<string, string> => {
  if (status === 409) return { 'Stripe-Should-Retry': 'true' }
  return replayed && status >= 500 ? { 'Stripe-Should-Retry': 'false' } : {}
}

const headersOf = (
  request: ApiRequest,
  { status }: Answer,
  requestId: string,
  original?: string,
): Record<string, string> => {
  const key = request.headers['idempotency-key']
  return {
    ...shouldRetry(status, original !== undefined),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': requestId,
    'Stripe-Version': apiVersion,
    ...(key && request.method === 'POST' && { 'Idempotency-Key': key }),
    ...(original && { 'Idempotent-Replayed': 'true', 'Original-Request': original }),
  }
}

const unknownUrl = (method: string, path: string) =>
  new StripeError(
    404,
    `Unrecognized request URL (${method}: ${path}): the local Stripe stand-in does not know it.`,
  )

const respond = (
  request: ApiRequest,
  requestId: string,
  answer: Answer,
  replayed = false,
  dropped = false,
): ApiAnswer => ({
  status: answer.status,
  headers: headersOf(request, answer, requestId, replayed ? answer.requestId : undefined),
  body: `${JSON.stringify(answer.body, null, 2)}\n`,
  dropped,
})

/** Answers one call of the API as Stripe does. */
export const callApi = async (api: Api, request: ApiRequest): Promise<ApiAnswer> => {
  const { method, url } = request
  const requestId = newId('req', 14)
  let action = `${method} ${url.pathname}`
  const finish = (response: ApiAnswer) => {
    api.record({ action, resource: url.pathname, status: response.dropped ? 0 : response.status })
    return response
  }
  try {
    authenticate(api.secretKey, request.headers['authorization'])
    checkVersion(request.headers['stripe-version'])
    const found = findEndpoint(endpoints, method, url.pathname)
    if (!found) throw unknownUrl(method, url.pathname)
    action = found.endpoint.action
    const fault = api.faults.take('stripe', action)
    const none: Answer = { status: 0, body: null, requestId }
    if (fault?.error === brokenConnection) return finish(respond(request, requestId, none, false, true))
    const { answer, replayed } = await answerOnce(api, { ...found, request, requestId, fault })
    return finish(respond(request, requestId, answer, replayed, fault?.dropResponse ?? false))
  } catch (error) {
    return finish(respond(request, requestId, perhaps(error, requestId).answer))
  }
}
