import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type CallerKind, operation, type RateLimit } from '#shared/contract/operation.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passSecondFactor } from '#test/kit/in-memory/step-up.ts'
import { apiError } from '../api-error.ts'
import { keys } from '../table/keys.ts'
import { put } from '../table/write.ts'
import type { Event } from './event.ts'
import type { Guard } from './guards.ts'
import type { HandlerContext } from './middleware.ts'
import { serve } from './serve.ts'

vi.mock('../log-line.ts', () => ({ writeLine: vi.fn<() => void>() }))

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
})

interface Sent {
  /** The account that the token belongs to. Default: no token. */
  readonly by?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly address?: string
}

const eventOf = ({ by, headers = {}, body = '{}', address = '198.18.0.1' }: Sent) =>
  ({
    headers: {
      'x-origin-secret': 'origin',
      'content-type': 'application/json',
      'cloudfront-viewer-address': `${address}:443`,
      ...(by !== undefined && { authorization: `Bearer ${by}` }),
      ...headers,
    },
    stageVariables: { originSecrets: 'origin' },
    body,
    requestContext: {
      requestId: 'request-1',
      http: { method: 'POST' },
      ...(by !== undefined && { authorizer: { jwt: { claims: claimsOf(by) } } }),
    },
    // The middleware reads no other field of the event.
  }) as unknown as Event

const claimsOf = (userId: string) => ({
  sub: userId,
  token_use: 'access',
  auth_time: '1800000000',
  origin_jti: 'session-1',
})

interface Facts {
  readonly guard?: Guard
  readonly limits?: readonly RateLimit[]
  readonly hasDeletedResponse?: boolean
  readonly hasTable?: boolean
  /** Error that the handler returns. Default: it succeeds. */
  readonly outcome?: ReturnType<typeof apiError<'not_found'>>
}

/** Connects an operation for these callers with a table in memory. Its success names its caller. */
const site = async (caller: CallerKind, facts: Facts = {}) => {
  const { guard, limits = [], hasDeletedResponse = false, hasTable = true, outcome } = facts
  const { table, account } = inMemory()
  const { userId } = await account()
  const handler = serve(
    operation({
      name: 'read-something',
      summary: 'Reads.',
      caller,
      body: z.looseObject({}),
      ok: z.object({ caller: z.nullable(z.string()) }),
      errors: ['not_found'],
      limits,
    }),
    async (request) => outcome ?? { caller: request.caller?.userId ?? null },
    null,
    {
      ...(hasTable && { table }),
      guard,
      verifyToken: async (token) => {
        if (token === 'forged') throw apiError('unauthorized')
        return claimsOf(token)
      },
      ...(hasDeletedResponse && {
        onDeletedAccount: async (id: string) => ({ caller: `deleted ${id}` }),
      }),
    },
  )
  const send = async (sent: Sent = {}): Promise<unknown> => {
    // The middleware adds the request to the context, and reads nothing from it.
    const { statusCode, body } = await handler(eventOf(sent), {} as HandlerContext)
    const parsed: unknown = JSON.parse(body ?? '')
    return statusCode === 200
      ? parsed
      : z.object({ error: z.object({ code: z.string() }) }).parse(parsed).error.code
  }
  const deleteAccount = () =>
    table.transact(
      put(keys.profile(userId), {
        entity: 'tombstone',
        user_id: userId,
        deleted_at: '2027-03-01T10:00:00.000Z',
      }),
    )
  return { table, userId, send, deleteAccount }
}

const permit: Guard = async () => undefined

describe('a request', () => {
  test('is rejected if it bypasses CloudFront', async () => {
    const { send } = await site('anyone')
    expect(await send({ headers: { 'x-origin-secret': 'other' } })).toBe('forbidden')
  })

  test('is rejected if its body is too large, or is not said to be JSON', async () => {
    const { send } = await site('anyone')
    const largest = JSON.stringify({ text: 'x'.repeat(maxBodyBytes - '{"text":""}'.length) })
    expect(await send({ body: largest })).toEqual({ caller: null })
    expect(await send({ body: `${largest} ` })).toBe('payload_too_large')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json+x'])
      expect(await send({ headers: { 'content-type': type } }), type).toBe('unsupported_media_type')
    expect(await send({ headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).toEqual({
      caller: null,
    })
    expect(await send({ body: '', headers: { 'content-type': 'text/plain' } })).toEqual({ caller: null })
  })

  test('is answered with the error that its handler returns', async () => {
    const { send } = await site('anyone', { outcome: apiError('not_found') })
    expect(await send()).toBe('not_found')
  })
})

describe('an operation without a table', () => {
  test('responds to everybody, and accepts no token', async () => {
    const { send, userId } = await site('optionalAuth', { hasTable: false })
    expect(await send()).toEqual({ caller: null })
    expect(await send({ by: userId })).toBe('unauthorized')
  })
})

describe('the caller of a request', () => {
  test('is nobody for a public operation, even with a token', async () => {
    const { send, userId } = await site('anyone')
    expect(await send({ by: userId })).toEqual({ caller: null })
  })

  test('is optional where a token may be sent, which must be valid', async () => {
    const { send, userId } = await site('optionalAuth')
    expect(await send()).toEqual({ caller: null })
    expect(await send({ by: userId })).toEqual({ caller: userId })
    for (const authorization of ['Bearer forged', 'Bearer ', `Basic ${userId}`])
      expect(await send({ headers: { authorization } }), authorization).toBe('unauthorized')
  })

  test.each(['signedIn', 'member', 'anyAdmin', 'admin'] as const)(
    'is required by an operation for %s',
    async (kind) => {
      const { send } = await site(kind, { guard: permit })
      expect(await send()).toBe('unauthorized')
      expect(await send({ by: 'unknown' })).toBe('unauthorized')
    },
  )

  test('has no account any more once it is deleted', async () => {
    const { send, userId, deleteAccount } = await site('signedIn')
    expect(await send({ by: userId })).toEqual({ caller: userId })
    await deleteAccount()
    expect(await send({ by: userId })).toBe('unauthorized')
  })

  test('gets the response of an operation that can be repeated after the deletion', async () => {
    const { send, userId, deleteAccount } = await site('signedIn', { hasDeletedResponse: true })
    expect(await send({ by: userId })).toEqual({ caller: userId })
    await deleteAccount()
    expect(await send({ by: userId })).toEqual({ caller: `deleted ${userId}` })
    expect(await send()).toBe('unauthorized')
  })
})

describe('the role of a request', () => {
  const reject: Guard = async () => {
    throw apiError('forbidden')
  }

  test.each(['member', 'anyAdmin', 'admin'] as const)(
    'is decided by the guard of an operation for %s',
    async (kind) => {
      const { send, userId, table } = await site(kind, { guard: reject })
      await passSecondFactor(table, userId, new Date())
      expect(await send({ by: userId })).toBe('forbidden')
      const unguarded = await site(kind)
      expect(await unguarded.send({ by: unguarded.userId })).toBe('forbidden')
    },
  )

  test('includes the second factor for admins', async () => {
    const { send, userId, table } = await site('admin', { guard: permit })
    expect(await send({ by: userId })).toBe('second_factor_required')
    await passSecondFactor(table, userId, new Date())
    expect(await send({ by: userId })).toEqual({ caller: userId })
    const enrolling = await site('anyAdmin', { guard: permit })
    expect(await enrolling.send({ by: enrolling.userId })).toEqual({ caller: enrolling.userId })
  })

  test('is not checked for other signed-in callers', async () => {
    const { send, userId } = await site('signedIn', { guard: reject })
    expect(await send({ by: userId })).toEqual({ caller: userId })
  })
})

describe('the limit of requests', () => {
  // The window ends in 2070: a test never runs at the end of one.
  const windowSeconds = 100 * 365.25 * 24 * 3600
  const limitedBy = (by: RateLimit['by']) => ({ limits: [{ by, max: 1, windowSeconds }] })

  test('counts the requests of each user, even once the account is deleted', async () => {
    const { send, userId, deleteAccount } = await site('signedIn', {
      ...limitedBy('user'),
      hasDeletedResponse: true,
    })
    expect(await send({ by: userId })).toEqual({ caller: userId })
    await deleteAccount()
    expect(await send({ by: userId, address: '198.18.0.2' })).toBe('rate_limited')
  })

  test('counts the requests about each address, from wherever they come', async () => {
    const { send } = await site('anyone', limitedBy('email'))
    const about = (email: string) => ({ body: JSON.stringify({ email }) })
    expect(await send(about('a@people.example'))).toEqual({ caller: null })
    expect(await send({ ...about('a@people.example'), address: '198.18.0.2' })).toBe('rate_limited')
    expect(await send(about('b@people.example'))).toEqual({ caller: null })
  })

  test('counts the requests of everyone together', async () => {
    const { send } = await site('anyone', limitedBy('everyone'))
    expect(await send()).toEqual({ caller: null })
    expect(await send({ address: '198.18.0.2' })).toBe('rate_limited')
  })

  test('counts the requests of each client', async () => {
    const { send } = await site('anyone', limitedBy('client'))
    expect(await send()).toEqual({ caller: null })
    expect(await send()).toBe('rate_limited')
    expect(await send({ address: '198.18.0.2' })).toEqual({ caller: null })
  })
})
