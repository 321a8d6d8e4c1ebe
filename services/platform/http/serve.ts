import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda'
import type { BodyOf, OkOf, Operation, RateLimit, RefusalsOf } from '../../../shared/contract/operation.ts'
import { maxBodyBytes } from '../../../shared/values/limits.ts'
import { Refusal, refused } from '../refusal.ts'
import type { Table } from '../table/table.ts'
import { type Client, clientOf, failureReply, jsonReply, logOutcome, requireOrigin } from './exchange.ts'
import { type Caller, identify } from './identify.ts'
import { countAgainst } from './rate.ts'
import { readBody, requireJson, requireSize } from './read-body.ts'

type Event = APIGatewayProxyEventV2WithJWTAuthorizer

/** What a handler gets to know of a request. It never sees the raw event. */
export interface Request<O extends Operation> {
  /** Null exactly when the operation is open to anyone. */
  readonly caller: O['caller'] extends 'anyone' ? null : Caller
  readonly body: BodyOf<O>
  /** The time of the request, read once: rules take it as an argument. */
  readonly now: Date
  readonly client: Client
}

/** Answers with the success body or with a refusal that the operation declares. */
export type Handle<O extends Operation, Needs> = (
  request: Request<O>,
  needs: Needs,
) => Promise<OkOf<O> | Refusal<RefusalsOf<O>>>

export interface Gate {
  /** Refuses a caller whose role does not do; asked after sign-in and before the body is read. */
  check(caller: Caller, now: Date): Promise<void>
}

export interface ServeOptions {
  /** The table, where the operation needs to know its caller or has limits. */
  readonly table?: Table
  readonly gate?: Gate
}

interface Exchange {
  requestId: string
  startedMs: number
  now: Date
  caller: Caller | null
  body: unknown
}

const subjectOf = (limit: RateLimit, event: Event, exchange: Exchange): string => {
  if (limit.by === 'client') return clientOf(event).address
  if (limit.by === 'user') return exchange.caller?.userId ?? ''
  const { body } = exchange
  return typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : ''
}

/**
 * Makes the Lambda handler of an operation. The order is that of the list below, and it is the same for
 * every operation: origin, size, content type, caller, role, JSON and schema, limits, effect, reply, log.
 */
export const serve = <O extends Operation, Needs>(
  operation: O,
  handle: Handle<O, Needs>,
  needs: Needs,
  { table, gate }: ServeOptions = {},
) => {
  const exchanges = new WeakMap<Event, Exchange>()
  const exchangeOf = (event: Event): Exchange => {
    const known = exchanges.get(event)
    if (known !== undefined) return known
    const started = new Date()
    const exchange: Exchange = {
      requestId: event.requestContext.requestId,
      startedMs: started.getTime(),
      now: started,
      caller: null,
      body: undefined,
    }
    exchanges.set(event, exchange)
    return exchange
  }
  const tableOf = () => {
    if (table === undefined) throw new Error(`${operation.name} needs the table to be served`)
    return table
  }

  const step = (run: (event: Event, exchange: Exchange) => Promise<void> | void) => ({
    before: async ({ event }: { event: Event }) => run(event, exchangeOf(event)),
  })

  return middy<Event, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use({
      after: ({ event, response }) =>
        logOutcome(operation.name, exchangeOf(event), { status: response?.statusCode ?? 200 }),
      onError: (request) => {
        const exchange = exchangeOf(request.event)
        const reply = failureReply(exchange.requestId, request.error)
        request.response = reply
        logOutcome(operation.name, exchange, { status: reply.statusCode ?? 500, failure: request.error })
      },
    })
    .use(step(requireOrigin))
    .use(step((event) => requireSize(event, maxBodyBytes)))
    .use(step(requireJson))
    .use(
      step(async (event, exchange) => {
        if (operation.caller !== 'anyone') exchange.caller = await identify(event, tableOf())
      }),
    )
    .use(
      step(async (_event, exchange) => {
        if (operation.caller === 'anyone' || operation.caller === 'signedIn') return
        if (gate === undefined || exchange.caller === null) throw refused('forbidden')
        await gate.check(exchange.caller, exchange.now)
      }),
    )
    .use(step((event, exchange) => void (exchange.body = readBody(event, operation.body))))
    .use(
      step(async (event, exchange) => {
        for (const limit of operation.limits)
          await countAgainst(
            tableOf(),
            operation.name,
            limit,
            subjectOf(limit, event, exchange),
            exchange.now,
          )
      }),
    )
    .handler(async (event) => {
      const { requestId, now, caller, body } = exchangeOf(event)
      // The steps above have established both: the schema gave the body, `identify` the caller.
      const request = { caller, body, now, client: clientOf(event) } as Request<O>
      const outcome = await handle(request, needs)
      if (outcome instanceof Refusal) throw outcome
      return jsonReply(requestId, operation.ok.parse(outcome))
    })
}
