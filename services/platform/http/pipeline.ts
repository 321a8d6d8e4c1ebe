import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { isOpenToStrangers, type Operation, type RateLimit } from '../../../shared/contract/operation.ts'
import { maxBodyBytes } from '../../../shared/values/limits.ts'
import { refused } from '../refusal.ts'
import type { Table } from '../table/table.ts'
import { clientOf, headerOf, requireOrigin } from './exchange.ts'
import { type Caller, callerOf, deletedCaller, identify } from './identify.ts'
import { countAgainst } from './rate.ts'
import { readBody, requireJson, requireSize } from './read-body.ts'

export type Event = APIGatewayProxyEventV2WithJWTAuthorizer

/** What is known of one request while it passes through the steps. */
export interface Exchange {
  readonly requestId: string
  readonly startedMs: number
  /** Read once, so that every rule of the request sees the same time. */
  readonly now: Date
  caller: Caller | null
  /** The id of an account that is deleted, where the operation answers such callers, too. */
  deletedId: string | undefined
  body: unknown
}

export interface Gate {
  /** Refuses a caller whose role does not do; asked after sign-in and before the body is read. */
  check(caller: Caller, now: Date): Promise<void>
}

export interface ServeOptions {
  /** The table, where the operation needs to know its caller or has limits. */
  readonly table?: Table
  readonly gate?: Gate
  /** Checks an access token, where the gateway does not because nobody needs to be signed in. */
  readonly verifyToken?: (token: string, now: Date) => Promise<object>
  /** Answers whoever repeats a call with the token of an account that is deleted; others refuse them. */
  readonly whenDeleted?: (userId: string, now: Date) => Promise<object>
  /** Packs the answer, where it is more than a short text. */
  readonly reply?: (answer: Answer, event: Event) => APIGatewayProxyStructuredResultV2
}

/** A success on its way out. */
export interface Answer {
  readonly requestId: string
  readonly body: unknown
  readonly now: Date
}

export type Step = (event: Event, exchange: Exchange) => Promise<void> | void

export const newExchange = (event: Event): Exchange => {
  const now = new Date()
  return {
    requestId: event.requestContext.requestId,
    startedMs: now.getTime(),
    now,
    caller: null,
    deletedId: undefined,
    body: undefined,
  }
}

/** Whoever the token speaks for, where one was sent. A token that is not good opens nothing, not even this. */
const identifyIfSigned = async (event: Event, now: Date, { table, verifyToken }: ServeOptions) => {
  const authorization = headerOf(event, 'authorization')
  if (authorization === undefined) return null
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (table === undefined || verifyToken === undefined || token === undefined) throw refused('unauthorized')
  return callerOf(await verifyToken(token, now), table)
}

const identifyCaller = async (
  event: Event,
  exchange: Exchange,
  table: Table,
  { whenDeleted }: ServeOptions,
): Promise<void> => {
  if (whenDeleted !== undefined) exchange.deletedId = await deletedCaller(event, table)
  if (exchange.deletedId === undefined) exchange.caller = await identify(event, table)
}

const subjectOf = (limit: RateLimit, event: Event, exchange: Exchange): string => {
  const { caller, deletedId, body } = exchange
  if (limit.by === 'client') return clientOf(event).address
  if (limit.by === 'user') return caller?.userId ?? deletedId ?? ''
  if (limit.by === 'everyone') return 'everyone'
  return typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : ''
}

/**
 * What happens to every request before its handler, in this order: origin, size, content type, caller,
 * role, JSON and schema, limits. The first that is not satisfied answers.
 */
export const stepsOf = (operation: Operation, options: ServeOptions): readonly Step[] => {
  const { table, gate } = options
  const tableOf = () => {
    if (table === undefined) throw new Error(`${operation.name} needs the table to be served`)
    return table
  }
  return [
    requireOrigin,
    (event) => requireSize(event, maxBodyBytes),
    requireJson,
    async (event, exchange) => {
      if (operation.caller === 'eitherWay')
        exchange.caller = await identifyIfSigned(event, exchange.now, options)
      else if (operation.caller !== 'anyone') await identifyCaller(event, exchange, tableOf(), options)
    },
    async (_event, exchange) => {
      if (isOpenToStrangers(operation) || operation.caller === 'signedIn') return
      if (gate === undefined || exchange.caller === null) throw refused('forbidden')
      await gate.check(exchange.caller, exchange.now)
    },
    (event, exchange) => {
      exchange.body = readBody(event, operation.body)
    },
    async (event, exchange) => {
      for (const limit of operation.limits)
        await countAgainst(tableOf(), operation.name, limit, subjectOf(limit, event, exchange), exchange.now)
    },
  ]
}
