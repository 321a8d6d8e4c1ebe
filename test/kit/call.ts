import { type OkOf, type Operation, pathOf } from '../../shared/contract/operation.ts'
import type { FailureBody } from '../../shared/contract/refusals.ts'
import type * as z from 'zod'
import { site } from './site.ts'

export interface Reply<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

/** Who calls: anybody with an access token. */
export interface Signed {
  readonly accessToken: string
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

let clients = 0

/**
 * A visitor's address of its own for each call, so that limits by address do not make tests depend on each
 * other. The range is one that RFC 2544 sets aside for tests.
 */
export const newClient = (): string => {
  const n = (clients += 1) + process.pid * 997
  return `198.18.${(n >> 8) & 255}.${n & 255}`
}

/** Sends any request to the site; a body that is not JSON comes back as text. */
export const callRaw = async (path: string, request: RawRequest = {}): Promise<Reply<unknown>> => {
  const response = await fetch(`${site()}${path}`, {
    method: request.method ?? 'POST',
    redirect: 'manual',
    headers: { 'x-local-client': newClient(), ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text // a page, or nothing
  }
}

export interface CallOptions<O extends Operation> {
  readonly as?: Signed
  /** What the contract asks for; or anything else, to see it refused. */
  readonly body?: z.input<O['body']> | (object & {})
  readonly headers?: Readonly<Record<string, string>>
  /** The visitor's address: give the same one to be counted as the same visitor. */
  readonly from?: string
}

/** Calls an operation over HTTP, as the browser does. */
export const call = async <O extends Operation>(
  operation: O,
  { as, body, headers, from }: CallOptions<O> = {},
): Promise<Reply<OkOf<O> | FailureBody>> => {
  const reply = await callRaw(pathOf(operation), {
    headers: {
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as.accessToken}` }),
      ...(from === undefined ? {} : { 'x-local-client': from }),
      ...headers,
    },
    body: JSON.stringify(body ?? {}),
  })
  // The functions check their replies by the contract; the tests that call look at what is inside.
  return reply as Reply<OkOf<O> | FailureBody>
}

/** Calls an operation with a body that its contract does not allow. */
export const callWrongly = (operation: Operation, { as, body }: { as?: Signed; body: unknown }) =>
  callRaw(pathOf(operation), {
    headers: {
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as.accessToken}` }),
    },
    body: JSON.stringify(body),
  })

/** Calls an operation that is to succeed: its body, checked by the contract, or an error with the reply. */
export const callOk = async <O extends Operation>(
  operation: O,
  options: CallOptions<O> = {},
): Promise<OkOf<O>> => {
  const { status, body } = await call(operation, options)
  if (status !== 200) throw new Error(`${operation.name} answered ${status}: ${JSON.stringify(body)}`)
  const checked: unknown = operation.ok.parse(body)
  return checked as OkOf<O>
}
