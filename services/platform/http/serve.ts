import middy from '@middy/core'
import type { BodyOf, ErrorsOf, OkOf, Operation } from '#shared/contract/operation.ts'
import { ApiError } from '../api-error.ts'
import type { Caller } from './authenticate.ts'
import { type Client, clientOf, type Event } from './event.ts'
import type { Guard } from './guards.ts'
import {
  authenticateCaller,
  type AuthenticationOptions,
  checkContentType,
  checkOrigin,
  checkRole,
  checkSize,
  createContext,
  enforceRateLimits,
  type HandlerContext,
  type Middleware,
  parseRequestBody,
  passContextToHandler,
  prepareClients,
  respondToErrorsAndLog,
} from './middleware.ts'
import { jsonResponse, type Response } from './response.ts'

/** A request as handlers receive it. They never see the raw event. */
export interface Request<O extends Operation> {
  /** Null for anonymous requests: always on public operations, and on optional-auth operations without a token. */
  readonly caller: O['caller'] extends 'anyone'
    ? null
    : O['caller'] extends 'optionalAuth'
      ? Caller | null
      : Caller
  readonly body: BodyOf<O>
  /** The time of the request, read once. Pass it to rules as an argument. */
  readonly now: Date
  readonly client: Client
}

/** Returns the success body, or an API error that the operation declares. */
export type Handle<O extends Operation, Dependencies> = (
  request: Request<O>,
  deps: Dependencies,
) => Promise<OkOf<O> | ApiError<ErrorsOf<O>>>

/** A successful result before it becomes a response. */
export interface Result {
  readonly requestId: string
  readonly body: unknown
  readonly now: Date
}

export interface ServeOptions extends AuthenticationOptions {
  /** Rejects callers without the role. Required for `member`, `anyAdmin` and `admin` operations: see `OptionsOf`. */
  readonly guard?: Guard | undefined
  /** Prepares the clients that the handler always needs. Runs while the account is read. */
  readonly prepare?: (() => Promise<unknown>) | undefined
  /** Creates the success response. Default: JSON, compressed if it exceeds Lambda's limit. */
  readonly respond?: ((result: Result, event: Event) => Response) | undefined
}

/** Options of an operation. Those for members or admins require a guard: without it, every caller is rejected. */
type OptionsOf<O extends Operation> = O['caller'] extends 'member' | 'anyAdmin' | 'admin'
  ? ServeOptions & { readonly guard: Guard }
  : ServeOptions

/** The steps of every request before its handler, in order. The first check that fails responds. */
const middlewareFor = (operation: Operation, options: ServeOptions): Middleware[] => [
  createContext(),
  respondToErrorsAndLog(operation),
  checkOrigin(),
  checkSize(),
  checkContentType(),
  ...(options.prepare === undefined ? [] : [prepareClients(options.prepare)]),
  authenticateCaller(operation, options),
  checkRole(operation, options.guard),
  parseRequestBody(operation.body),
  enforceRateLimits(operation, options.table),
  passContextToHandler(),
]

/**
 * Creates the Lambda handler of an operation: runs the middleware and the handler, checks the result against the
 * contract and logs one line.
 */
export const serve = <O extends Operation, Dependencies>(
  operation: O,
  handle: Handle<O, Dependencies>,
  deps: Dependencies,
  options: OptionsOf<O>,
) =>
  middy<Event, Response, Error, HandlerContext>()
    .use(middlewareFor(operation, options))
    .handler(async (event, { request: { requestId, now, caller, deletedUserId, body } }) => {
      // The middleware guarantees both types: the schema parsed the body, `authenticateCaller` set the caller.
      const request = { caller, body, now, client: clientOf(event) } as Request<O>
      const outcome =
        deletedUserId === undefined
          ? await handle(request, deps)
          : await options.onDeletedAccount?.(deletedUserId, now)
      if (outcome instanceof ApiError) throw outcome
      const result = { requestId, body: operation.ok.parse(outcome), now }
      return options.respond?.(result, event) ?? jsonResponse(result, event)
    })
