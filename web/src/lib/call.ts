import type * as z from 'zod'
import type * as account from '../../../shared/contract/account.ts'
import type * as admin from '../../../shared/contract/admin.ts'
import type * as billing from '../../../shared/contract/billing.ts'
import type * as chat from '../../../shared/contract/chat.ts'
import type * as contact from '../../../shared/contract/contact.ts'
import type * as identity from '../../../shared/contract/identity.ts'
import type * as library from '../../../shared/contract/library.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type * as passes from '../../../shared/contract/passes.ts'
import type * as referrals from '../../../shared/contract/referrals.ts'
import { refusals } from '../../../shared/contract/refusals.ts'
import type { RefusalCode } from '../../../shared/contract/refusals.ts'
import { freshSession, refreshSession } from './refresh.ts'
import { noteServerTime } from './server-time.ts'
import { currentSession, dropSession } from './session-store.ts'

/** `createCheckout` → `create-checkout`: the contract's exports are named after their operations. */
type Kebab<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Kebab<Tail>}`
  : S

type Contract = typeof account &
  typeof admin &
  typeof billing &
  typeof chat &
  typeof contact &
  typeof identity &
  typeof library &
  typeof passes &
  typeof referrals

/** The operations by name. Only types: the schemas, and zod with them, stay out of the bundle. */
export type Operations = {
  [Key in keyof Contract as Contract[Key] extends Operation ? Kebab<Key> : never]: Contract[Key]
}
export type OperationName = keyof Operations
export type CallBody<Name extends OperationName> = z.input<Operations[Name]['body']>
export type CallAnswer<Name extends OperationName> = z.output<Operations[Name]['ok']>

/** A call that failed. `code` is there when the server gave one; nobody chooses by `message`. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: RefusalCode | undefined
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** Whether the server found no words of its own, so that a screen may have better ones. */
  readonly wordless: boolean
  constructor(
    message: string,
    { code, status, retryAfterSeconds, wordless = false }: Partial<CallError> & Pick<CallError, 'status'>,
  ) {
    super(message)
    this.code = code
    this.wordless = wordless
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** How long to wait for an answer, in milliseconds. */
  timeoutMs?: number
  /** Goes through even when the page is left at once. */
  keepalive?: boolean
}

/**
 * Calls an operation as the signed-in person; throws `Error('No active session')` when there is none, and
 * `CallError` when it fails. A token that the server no longer takes is refreshed once before giving up.
 */
export const call = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
  options?: CallOptions,
): Promise<CallAnswer<Name>> => {
  const session = await freshSession()
  if (!session) throw new Error('No active session')
  const first = await post(name, body, session.access_token, options)
  if (first.status !== 401) return answerOf(first)
  await first.text() // An answer that nobody reads keeps its request open.
  const renewed = await refreshSession(session)
  if (!renewed) throw new Error('No active session')
  const second = await post(name, body, renewed.access_token, options)
  // A token fresh from the pool is refused too: the sessions of this person were ended by the server.
  if (second.status === 401 && currentSession()?.access_token === renewed.access_token) dropSession()
  return answerOf(second)
}

/** Calls an operation without saying who calls; throws `CallError` when it fails. */
export const callAsGuest = async <Name extends OperationName>(
  name: Name,
  body: CallBody<Name>,
  options?: CallOptions,
): Promise<CallAnswer<Name>> => answerOf(await post(name, body, undefined, options))

/** Sends one request; throws `CallError` with status 0 when no answer came. */
export const post = async (
  name: OperationName,
  body: unknown,
  accessToken: string | undefined,
  { signal, timeoutMs = 30_000, keepalive = false }: CallOptions = {},
): Promise<Response> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(`/functions/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    noteServerTime(answer)
    return answer
  } catch (failure) {
    if (signal?.aborted) throw failure // the caller went away on purpose
    throw new CallError('Unknown error occurred', { status: 0, wordless: true })
  }
}

/** The server parses each answer by the contract's schema before it leaves, so that its type is known here. */
const answerOf = async <Answer>(response: Response): Promise<Answer> => {
  if (!response.ok) {
    // Without JSON the status tells all there is.
    throw failureOf(response, errorIn(await response.json().catch(() => undefined)))
  }
  const answer: Answer = await response.json().catch(() => {
    throw new CallError('Function call failed', { status: response.status, wordless: true })
  })
  const error = errorIn(answer)
  if (error) throw failureOf(response, error)
  return answer
}

const errorIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined

const failureOf = (answer: Response, error: unknown): CallError => {
  const field = (key: 'code' | 'message'): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  const text = typeof error === 'string' ? error : field('message')
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const code = field('code')
  const words = typeof text === 'string' && text !== '' ? text : undefined
  return new CallError(words ?? 'Function call failed', {
    wordless: words === undefined,
    code: isRefusalCode(code) ? code : undefined,
    status: answer.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

const isRefusalCode = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(refusals, code)
