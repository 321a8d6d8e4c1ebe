import type * as z from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: `member` is a subscriber or an admin; `admin` is looked up live at each call. `eitherWay` is
 * open to anyone and does something else for who is signed in: a token that is sent has to be good.
 */
export type CallerKind = 'anyone' | 'eitherWay' | 'signedIn' | 'member' | 'admin'

/** A limit on how often: `by` says whose calls are counted together. `email` is the body's address. */
export interface RateLimit {
  readonly by: 'client' | 'user' | 'email' | 'everyone'
  readonly max: number
  readonly windowSeconds: number
}

export interface Operation<
  Body extends z.ZodType = z.ZodType,
  Ok extends z.ZodType = z.ZodType,
  Refusals extends RefusalCode = RefusalCode,
  Kind extends CallerKind = CallerKind,
> {
  /** The same word in the contract, the folder, the route and the metric. */
  readonly name: string
  readonly summary: string
  readonly caller: Kind
  readonly body: Body
  readonly ok: Ok
  /** What it refuses beyond the common refusals. */
  readonly refusals: readonly Refusals[]
  readonly limits: readonly RateLimit[]
}

/** Declares one operation, answered at `POST /functions/<name>`. */
export const operation = <
  Body extends z.ZodType,
  Ok extends z.ZodType,
  const Refusals extends RefusalCode = never,
  const Kind extends CallerKind = CallerKind,
>(
  definition: Omit<Operation<Body, Ok, Refusals, Kind>, 'refusals' | 'limits'> & {
    refusals?: readonly Refusals[]
    limits?: readonly RateLimit[]
  },
): Operation<Body, Ok, Refusals, Kind> => ({ refusals: [], limits: [], ...definition })

/** May it be called without an access token? */
export const isOpenToStrangers = ({ caller }: Pick<Operation, 'caller'>): boolean =>
  caller === 'anyone' || caller === 'eitherWay'

export const pathOf = (operation: Pick<Operation, 'name'>): `/functions/${string}` =>
  `/functions/${operation.name}`

export type BodyOf<O extends Operation> = z.output<O['body']>
export type OkOf<O extends Operation> = z.output<O['ok']>
export type RefusalsOf<O extends Operation> = O['refusals'][number]
