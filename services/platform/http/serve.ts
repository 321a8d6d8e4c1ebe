import middy from '@middy/core'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { BodyOf, OkOf, Operation, RefusalsOf } from '../../../shared/contract/operation.ts'
import { Refusal } from '../refusal.ts'
import { type Client, clientOf, failureReply, jsonReply, logOutcome } from './exchange.ts'
import type { Caller } from './identify.ts'
import { type Event, type Exchange, newExchange, type ServeOptions, type Step, stepsOf } from './pipeline.ts'

/** What a handler gets to know of a request. It never sees the raw event. */
export interface Request<O extends Operation> {
  /** Null where nobody is signed in: always when anyone may call, at times when it goes either way. */
  readonly caller: O['caller'] extends 'anyone'
    ? null
    : O['caller'] extends 'eitherWay'
      ? Caller | null
      : Caller
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

/**
 * Makes the Lambda handler of an operation: the steps of the pipeline, the effect, a reply that fits the
 * contract, and one line in the log.
 */
export const serve = <O extends Operation, Needs>(
  operation: O,
  handle: Handle<O, Needs>,
  needs: Needs,
  options: ServeOptions = {},
) => {
  const exchanges = new WeakMap<Event, Exchange>()
  const exchangeOf = (event: Event): Exchange => {
    const exchange = exchanges.get(event) ?? newExchange(event)
    exchanges.set(event, exchange)
    return exchange
  }
  const before = (step: Step) => ({
    before: async ({ event }: { event: Event }) => step(event, exchangeOf(event)),
  })

  return middy<Event, APIGatewayProxyStructuredResultV2>()
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
    .use(stepsOf(operation, options).map(before))
    .handler(async (event) => {
      const { requestId, now, caller, deletedId, body } = exchangeOf(event)
      // The steps have established both: the schema gave the body, `identify` the caller.
      const request = { caller, body, now, client: clientOf(event) } as Request<O>
      const outcome =
        deletedId === undefined ? await handle(request, needs) : await options.whenDeleted?.(deletedId, now)
      if (outcome instanceof Refusal) throw outcome
      const answer = { requestId, body: operation.ok.parse(outcome), now }
      return options.reply?.(answer, event) ?? jsonReply(requestId, answer.body)
    })
}
