import type * as z from 'zod/mini'
import * as paths from '../values/site-map.ts'
import type { ApiErrorCode } from './api-errors.ts'

/**
 * The permitted callers of an operation:
 * - `anyone`: public; tokens are ignored
 * - `optionalAuth`: public, with a different result for signed-in users; a token that is sent must be valid
 * - `signedIn`: any account
 * - `member`: subscribers and admins
 * - `anyAdmin`: admins, before or after they have entered a second factor
 * - `admin`: admins who have entered a second factor after this sign-in. The group is looked up in Cognito on every
 * call
 */
export type CallerKind = 'anyone' | 'optionalAuth' | 'signedIn' | 'member' | 'anyAdmin' | 'admin'

/** A rate limit. Requests are counted together by client, user, address (`email`, from the body) or for everyone. */
export interface RateLimit {
  readonly by: 'client' | 'user' | 'email' | 'everyone'
  readonly max: number
  readonly windowSeconds: number
  /**
   * Only with `everyone`: beyond `max`, an alarm is raised and each network may send `perNetwork` more requests in the
   * window, so that an attacker cannot block the operation for everyone else. Above `beyond.max` accepted requests
   * (default: no maximum), every request is rejected, which limits the emails that an attack can cause.
   */
  readonly beyond?: { readonly perNetwork: number; readonly max?: number }
}

export interface Operation<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Ok extends z.ZodMiniType = z.ZodMiniType,
  Errors extends ApiErrorCode = ApiErrorCode,
  Kind extends CallerKind = CallerKind,
> {
  /** The same name in contract, folder, route and metric. */
  readonly name: string
  readonly summary: string
  readonly caller: Kind
  readonly body: Body
  readonly ok: Ok
  /** API errors that it can return, in addition to the common ones. */
  readonly errors: readonly Errors[]
  readonly limits: readonly RateLimit[]
}

/** Declares an operation, served at `POST /functions/<name>`. */
export const operation = <
  Body extends z.ZodMiniType,
  Ok extends z.ZodMiniType,
  const Errors extends ApiErrorCode = never,
  const Kind extends CallerKind = CallerKind,
>(
  definition: Omit<Operation<Body, Ok, Errors, Kind>, 'errors' | 'limits'> & {
    errors?: readonly Errors[]
    limits?: readonly RateLimit[]
  },
): Operation<Body, Ok, Errors, Kind> => ({ errors: [], limits: [], ...definition })

/** Returns whether an operation can be called without an access token. */
export const isPublic = ({ caller }: Pick<Operation, 'caller'>): boolean =>
  caller === 'anyone' || caller === 'optionalAuth'

/** Returns the path of an operation. */
export const pathOf = (operation: Pick<Operation, 'name'>): `/functions/${string}` =>
  `${paths.functions}/${operation.name}`

export type BodyOf<O extends Operation> = z.output<O['body']>
export type OkOf<O extends Operation> = z.output<O['ok']>
export type ErrorsOf<O extends Operation> = O['errors'][number]
