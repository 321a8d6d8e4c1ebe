import type * as z from 'zod/mini'
import type { Contract } from '#shared/contract/index.ts'
import type { Operation } from '#shared/contract/operation.ts'
import {
  type ApiErrorCode,
  apiErrorCodes,
  gatewayErrors,
  pageTexts,
} from '#shared/contract/api-error-codes.ts'
import { takeEarlyResponse } from './early-calls.ts'
import { requirePageUser } from './page-user.ts'
import { freshSession, refreshSession } from './refresh.ts'
import { pageStays } from './page-leaving.ts'
import { recordServerTime } from './server-time.ts'
import { currentSession, dropSession } from './session-store.ts'

/** Converts the name of a contract export to its operation name: `createCheckout` → `create-checkout`. */
type Kebab<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Kebab<Tail>}`
  : S

/** The operations by name. Imports types only, so that the bundle contains neither the schemas nor zod. */
export type Operations = {
  [Key in keyof Contract as Contract[Key] extends Operation ? Kebab<Key> : never]: Contract[Key]
}
export type OperationName = keyof Operations
export type CallBody<Name extends OperationName> = z.input<Operations[Name]['body']>
export type CallResult<Name extends OperationName> = z.output<Operations[Name]['ok']>

/** A failed call. `code` is set when the server returned one. Code must never match on `message`. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: ApiErrorCode | undefined
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** Whether `message` is only a fallback, which a screen may replace with a more helpful text. */
  readonly hasNoServerMessage: boolean
  constructor(
    message: string,
    {
      code,
      status,
      retryAfterSeconds,
      hasNoServerMessage = false,
    }: Partial<CallError> & Pick<CallError, 'status'>,
  ) {
    super(message)
    this.code = code
    this.hasNoServerMessage = hasNoServerMessage
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Time limit for the response, in milliseconds. */
  timeoutMs?: number
  /** Completes the request even when the visitor leaves the page. */
  keepalive?: boolean
}

/** Calls whose results have not arrived yet. */
const running = new Set<Promise<unknown>>()

const track = <Result>(result: Promise<Result>): Promise<Result> => {
  running.add(result)
  const remove = () => running.delete(result)
  result.then(remove, remove)
  return result
}

/**
 * Resolves when no call is running, after some seconds at the latest. Wait for it before you start a download: it
 * begins as a navigation, at which Firefox aborts the running requests of the page.
 */
export const callsEnded = async (withinMs = 5000): Promise<void> => {
  const timeout = new Promise((resolve) => setTimeout(resolve, withinMs, 'over'))
  while (running.size > 0) if ((await Promise.race([Promise.allSettled(running), timeout])) === 'over') return
}

/**
 * Calls an operation as the signed-in user. Throws `Error('No active session')` when no user is signed in, `Error` when
 * the page belongs to another user, and `CallError` when the call fails. Refreshes the token and retries once when the
 * server rejects it.
 */
export const call = <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
  options?: CallOptions,
): Promise<CallResult<Name>> => track(callSignedIn(name, body, options))

const callSignedIn = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
  options?: CallOptions,
): Promise<CallResult<Name>> => {
  const session = await freshSession()
  if (!session) throw new Error('No active session')
  requirePageUser(session.user.id)
  const first = await post(name, body, session.access_token, options)
  if (first.status !== 401) return resultOf(first)
  await first.text() // A response that is not read keeps its request open.
  const renewed = await refreshSession(session)
  if (!renewed) throw new Error('No active session')
  requirePageUser(renewed.user.id)
  const second = await post(name, body, renewed.access_token, options)
  // The server rejects even a new token: it has ended the sessions of this user.
  if (second.status === 401 && currentSession()?.access_token === renewed.access_token) dropSession()
  return resultOf(second)
}

/** Calls an operation without authorisation. Throws `CallError` when the call fails. */
export const callAnonymously = <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
  options?: CallOptions,
): Promise<CallResult<Name>> => track(post(name, body, undefined, options).then(resultOf<CallResult<Name>>))

/** Returns a signal that aborts as soon as one of two does. Safari has `AbortSignal.any` from version 17.4 only. */
const firstOf = (...signals: readonly [AbortSignal, AbortSignal]): AbortSignal => {
  const first = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { signal: first.signal })
  }
  return first.signal
}

/** Sends one request. Throws `CallError` with status 0 when there is no response. */
export const post = async (
  name: OperationName,
  body: unknown,
  accessToken: string | undefined,
  { signal, timeoutMs = 30_000, keepalive = false }: CallOptions = {},
): Promise<Response> => {
  const text = JSON.stringify(body)
  const early = signal === undefined && text === '{}' ? takeEarlyResponse(name, accessToken) : undefined
  // Without an early call, the request is sent immediately: the caller may leave the page next.
  const earlyResponse = early && (await early)
  if (earlyResponse) return earlyResponse
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`/functions/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      body: text,
      keepalive,
      signal: signal ? firstOf(signal, timeout) : timeout,
    })
    recordServerTime(response)
    return response
  } catch (failure) {
    if (signal?.aborted) throw failure // the caller cancelled the request
    await pageStays()
    throw new CallError('Unknown error occurred', { status: 0, hasNoServerMessage: true })
  }
}

/** Reads the result of a call. It is not parsed here: the server has parsed it with the contract's schema. */
const resultOf = async <Result>(response: Response): Promise<Result> => {
  if (!response.ok) {
    // A response without JSON has no error field: the status is all that is known.
    const body: unknown = await response.json().catch(() => undefined)
    throw callErrorOf(response, errorIn(body) ?? gatewayErrorIn(body, response.status))
  }
  const result: Result = await response.json().catch(() => {
    throw new CallError('Function call failed', { status: response.status, hasNoServerMessage: true })
  })
  const error = errorIn(result)
  if (error) throw callErrorOf(response, error)
  return result
}

const errorIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined

/** Converts the body of an error that API Gateway generates itself to the form of our own errors. */
const gatewayErrorIn = (body: unknown, status: number): unknown => {
  const code = gatewayErrors[status]
  const isFromGateway = typeof body === 'object' && body !== null && 'message' in body
  return isFromGateway && code ? { code, message: pageTexts[code] } : undefined
}

const callErrorOf = (response: Response, error: unknown): CallError => {
  const field = (key: 'code' | 'message'): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  const text = typeof error === 'string' ? error : field('message')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const code = field('code')
  const message = typeof text === 'string' && text !== '' ? text : undefined
  return new CallError(message ?? 'Function call failed', {
    hasNoServerMessage: message === undefined,
    code: isApiErrorCode(code) ? code : undefined,
    status: response.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

const isApiErrorCode = (code: unknown): code is ApiErrorCode => apiErrorCodes.some((known) => known === code)
