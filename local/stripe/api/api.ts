import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#local/kit/clock.ts'
import type { Fault, Faults } from '#local/kit/faults.ts'
import type { Account } from '../account/account.ts'
import { findEndpoint, type Endpoint } from './endpoint.ts'
import { StripeError } from '../account/errors.ts'
import { expand } from './expand.ts'
import { parseForm, type FormData } from '../account/form.ts'
import type { ApiResult, IdempotencyKeys } from './idempotency.ts'
import { newId } from '../account/ids.ts'
import { checkoutSessionEndpoints } from './checkout-sessions.ts'
import { customerBalanceEndpoints } from './customer-balance.ts'
import { customerEndpoints } from './customers.ts'
import { disputeEndpoints } from './disputes.ts'
import { eventEndpoints } from './events.ts'
import { paymentEndpoints } from './payments.ts'
import { portalConfigurationEndpoints } from './portal-configurations.ts'
import { portalSessionEndpoints } from './portal-sessions.ts'
import { priceEndpoints } from './prices.ts'
import { productEndpoints } from './products.ts'
import { refundEndpoints } from './refunds.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { previewEndpoints } from './price-change.ts'
import { subscriptionScheduleEndpoints } from './subscription-schedules.ts'
import { taxRateEndpoints } from './tax-rates.ts'
import { testClockEndpoints } from './test-clocks.ts'
import { webhookEndpointEndpoints } from './webhook-endpoints.ts'
import { apiVersion } from '../account/objects.ts'

/** Every operation of the API that the emulator supports. */
export const endpoints: readonly Endpoint[] = [
  // Must come before `/v1/invoices/:invoice`, whose pattern also matches its path.
  ...previewEndpoints,
  ...checkoutSessionEndpoints,
  ...customerBalanceEndpoints,
  ...customerEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
  ...paymentEndpoints,
  ...portalConfigurationEndpoints,
  ...portalSessionEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...refundEndpoints,
  ...subscriptionEndpoints,
  ...subscriptionScheduleEndpoints,
  ...taxRateEndpoints,
  ...testClockEndpoints,
  ...webhookEndpointEndpoints,
]

export interface ApiRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True to close the connection without a response. */
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
  const maskedKey = `${key.slice(0, 8)}${'*'.repeat(8)}`
  throw new StripeError(
    401,
    key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${maskedKey}`,
  )
}

const checkVersion = (version: string | undefined): void => {
  if (version === undefined || version === apiVersion) return
  throw new StripeError(
    400,
    `The local Stripe emulator supports only API version ${apiVersion}, not ${version}.`,
  )
}

const readForm = ({ method, url, headers, body }: ApiRequest): FormData => {
  if (method === 'GET' || body === '') return parseForm(url.search.slice(1))
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return parseForm(body)
  throw new StripeError(400, `Invalid content type ${type}: the API takes application/x-www-form-urlencoded.`)
}

/** Statuses of injected errors. Any other code is a 500, which is stored under the request's idempotency key. */
const faultStatus: Readonly<Record<string, number>> = {
  authentication_required: 402,
  card_declined: 402,
  insufficient_balance_for_refund: 400,
  lock_timeout: 429,
  permission_denied: 403,
  rate_limit: 429,
  service_unavailable: 503,
}

/** Injected error that closes the connection before the request takes effect. */
const brokenConnection = 'api_connection_error'

const faultError = (code: string): StripeError => {
  const status = faultStatus[code] ?? 500
  const type = status === 402 ? 'card_error' : status < 500 ? 'invalid_request_error' : 'api_error'
  return new StripeError(status, `Injected fault: ${code}.`, { type, code })
}

/** Reports whether an error is stored under its idempotency key. Errors before the operation starts are not. */
const isStored = (error: StripeError): boolean =>
  error.status !== 429 && error.status !== 503 && !(error.details.code ?? '').startsWith('parameter_')

interface PreparedCall {
  readonly request: ApiRequest
  readonly requestId: string
  readonly endpoint: Endpoint
  readonly id: string
  readonly fault: Fault | undefined
}

/** Formats a response like Stripe, as text that later changes to the objects cannot affect. */
const textOf = (body: unknown): string => `${JSON.stringify(body, null, 2)}\n`

const perform = (api: Api, { request, requestId, endpoint, id, fault }: PreparedCall): string => {
  const { run, expand: paths } = endpoint.prepare(readForm(request))
  if (fault?.error) throw faultError(fault.error)
  const account = api.account()
  const key = request.headers['idempotency-key'] ?? null
  return account.duringRequest(
    { id: requestId, idempotency_key: request.method === 'POST' ? key : null },
    () => textOf(expand(account, run(account, id), paths)),
  )
}

const errorResult = (error: unknown, requestId: string): { result: ApiResult; stored: boolean } => {
  if (!(error instanceof StripeError)) throw error
  return {
    result: { status: error.status, body: textOf(error.body(requestId)), requestId },
    stored: isStored(error),
  }
}

const runOnce = async (api: Api, call: PreparedCall): Promise<{ result: ApiResult; replayed: boolean }> => {
  const { request, requestId, fault } = call
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  const fingerprint = `${request.method} ${request.url.pathname} ${request.body}`
  const earlier = key ? api.keys.claim(key, fingerprint, api.clock.now().getTime()) : undefined
  if (earlier) return { result: earlier, replayed: true }
  let outcome: { result: ApiResult; stored: boolean } | undefined
  try {
    if (fault?.delayMs) await sleep(fault.delayMs)
    outcome = { result: { status: 200, body: perform(api, call), requestId }, stored: true }
  } catch (error) {
    outcome = errorResult(error, requestId)
  } finally {
    if (key && outcome?.stored) api.keys.store(key, outcome.result)
    else if (key) api.keys.release(key)
  }
  return { result: outcome.result, replayed: false }
}

/**
 * Returns the header that tells clients to retry a conflict with another request (409), but not a replayed server
 * error.
 */
const shouldRetry = (status: number, replayed: boolean): Record<string, string> => {
  if (status === 409) return { 'Stripe-Should-Retry': 'true' }
  return replayed && status >= 500 ? { 'Stripe-Should-Retry': 'false' } : {}
}

const headersOf = (
  request: ApiRequest,
  { status }: ApiResult,
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
    `Unrecognized request URL (${method}: ${path}): the local Stripe emulator does not support it.`,
  )

const toResponse = (
  request: ApiRequest,
  requestId: string,
  result: ApiResult,
  replayed = false,
  dropped = false,
): ApiResponse => ({
  status: result.status,
  headers: headersOf(request, result, requestId, replayed ? result.requestId : undefined),
  body: result.body,
  dropped,
})

/** Handles one call of the API as Stripe does. */
export const callApi = async (api: Api, request: ApiRequest): Promise<ApiResponse> => {
  const { method, url } = request
  const requestId = newId('req', 14)
  let action = `${method} ${url.pathname}`
  const finish = (response: ApiResponse) => {
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
    const none: ApiResult = { status: 0, body: '', requestId }
    if (fault?.error === brokenConnection) return finish(toResponse(request, requestId, none, false, true))
    const { result, replayed } = await runOnce(api, { ...found, request, requestId, fault })
    return finish(toResponse(request, requestId, result, replayed, fault?.dropResponse ?? false))
  } catch (error) {
    return finish(toResponse(request, requestId, errorResult(error, requestId).result))
  }
}
