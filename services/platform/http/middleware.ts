import type middy from '@middy/core'
import type { Context as LambdaContext } from 'aws-lambda'
import type * as z from 'zod/mini'
import { isPublic, type Operation } from '#shared/contract/operation.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { apiError } from '../api-error.ts'
import type { Table } from '../table/table.ts'
import {
  authenticate,
  authenticateOptional,
  type Caller,
  findDeletedCaller,
  type VerifyToken,
} from './authenticate.ts'
import { parseBody, requireJson, requireOriginSecret, requireSize } from './checks.ts'
import { enforceLimits, type LimitSubjects } from './enforce-limits.ts'
import { clientOf, type Event } from './event.ts'
import type { Guard } from './guards.ts'
import { logRequest } from './log-request.ts'
import { requireStepUp } from './step-up.ts'
import { errorResponse, type Response } from './response.ts'

/** The data of one request that the middleware collects. */
export interface RequestContext {
  readonly requestId: string
  readonly startedMs: number
  /** The time of the request, read once so that every rule sees the same time. */
  readonly now: Date
  caller: Caller | null
  /** Set instead of `caller` if the account has been deleted and the operation has `onDeletedAccount`. */
  deletedUserId: string | undefined
  body: unknown
}

/** The object in which middy's middleware shares the request context, one per request. */
type Internal = { context: RequestContext; preparation?: Promise<unknown> }
/** middy passes handlers the Lambda context, but not `internal`. */
export type HandlerContext = LambdaContext & { readonly request: RequestContext }

export type Middleware = middy.MiddlewareObj<Event, Response, Error, HandlerContext, Internal>

/** Dependencies of authentication: the table, unless no caller is expected. */
export interface AuthenticationOptions {
  readonly table?: Table | undefined
  /** Verifies tokens of optional-auth operations, whose routes the gateway leaves public. */
  readonly verifyToken?: VerifyToken | undefined
  /** Responds to a caller whose account has been deleted. If absent, such callers are rejected. */
  readonly onDeletedAccount?: ((userId: string, now: Date) => Promise<object>) | undefined
}

const tableOf = ({ name }: Operation, table: Table | undefined): Table => {
  if (table === undefined) throw new Error(`serve() needs the table for ${name}`)
  return table
}

/** Creates the request context. Must be the first middleware. */
export const createContext = (): Middleware => ({
  before: ({ event, internal }) => {
    const now = new Date()
    internal.context = {
      requestId: event.requestContext.requestId,
      startedMs: now.getTime(),
      now,
      caller: null,
      deletedUserId: undefined,
      body: undefined,
    }
  },
})

/** Converts errors to responses and logs one line per request. */
export const respondToErrorsAndLog = (operation: Operation): Middleware => ({
  after: ({ internal, response }) =>
    logRequest(operation.name, internal.context, { status: response?.statusCode ?? 200 }),
  onError: (request) => {
    const { context } = request.internal
    request.response = errorResponse(context.requestId, request.error)
    const status = request.response.statusCode ?? 500
    logRequest(operation.name, context, { status, error: request.error })
  },
})

/** Rejects requests that bypass CloudFront. */
export const checkOrigin = (): Middleware => ({ before: ({ event }) => requireOriginSecret(event) })

/** Rejects bodies over 64 KB. */
export const checkSize = (): Middleware => ({ before: ({ event }) => requireSize(event, maxBodyBytes) })

/** Rejects bodies that are not JSON. */
export const checkContentType = (): Middleware => ({ before: ({ event }) => requireJson(event) })

/** Waits until the calls that have just been started are sent. */
const untilSent = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))

/**
 * Prepares clients while the account is read. Ignores failures, because the handler prepares the clients again and
 * reports its own failure. The response waits for the preparation: Lambda freezes the function after the response, and
 * a frozen call fails later.
 */
export const prepareClients = (prepare: () => Promise<unknown>): Middleware => {
  const wait: Middleware['after'] = async ({ internal }) => {
    await internal.preparation
  }
  return {
    before: ({ internal }) => {
      internal.preparation = untilSent()
        .then(prepare)
        .catch(() => undefined)
    },
    after: wait,
    onError: wait,
  }
}

/** Sets the caller, as the operation's `caller` demands. */
export const authenticateCaller = (operation: Operation, options: AuthenticationOptions): Middleware => ({
  before: async ({ event, internal: { context } }) => {
    if (operation.caller === 'anyone') return
    if (operation.caller === 'optionalAuth') {
      context.caller = await authenticateOptional(event, context.now, options)
      return
    }
    const table = tableOf(operation, options.table)
    if (options.onDeletedAccount) context.deletedUserId = await findDeletedCaller(event, table)
    if (context.deletedUserId === undefined) context.caller = await authenticate(event, table)
  },
})

/**
 * Rejects callers without the role of an operation, and admins who have not entered their second factor. Without a
 * guard, rejects every caller.
 */
export const checkRole = (operation: Operation, guard: Guard | undefined): Middleware => ({
  before: async ({ internal: { context } }) => {
    if (isPublic(operation) || operation.caller === 'signedIn') return
    if (guard === undefined || context.caller === null) throw apiError('forbidden')
    await guard(context.caller, context.now)
    if (operation.caller === 'admin') requireStepUp(context.caller, context.now)
  },
})

/** Sets the body, parsed by the operation's schema. */
export const parseRequestBody = (schema: z.ZodMiniType): Middleware => ({
  before: ({ event, internal: { context } }) => {
    context.body = parseBody(event, schema)
  },
})

const limitSubjects = (event: Event, { caller, deletedUserId, body }: RequestContext): LimitSubjects => ({
  client: clientOf(event).address,
  user: caller?.userId ?? deletedUserId ?? '',
  email: typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : '',
})

/** Counts the request against each rate limit of the operation. Rejects it if a limit is exceeded. */
export const enforceRateLimits = (operation: Operation, table: Table | undefined): Middleware => ({
  before: async ({ event, internal: { context } }) => {
    if (operation.limits.length === 0) return
    const subjects = limitSubjects(event, context)
    await enforceLimits(tableOf(operation, table), operation, { subjects, now: context.now })
  },
})

/** Passes the request context to the handler. Must be the last middleware. */
export const passContextToHandler = (): Middleware => ({
  before: ({ context, internal }) => {
    Object.assign(context, { request: internal.context })
  },
})
