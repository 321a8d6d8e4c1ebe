// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiErrors } from '#shared/contract/api-errors.ts'
import { contract, operations } from '#shared/contract/index.ts'
import { deferred } from '#test/kit/deferred.ts'
import { call, callAnonymously, callsEnded } from './call.ts'
import { currentSession } from './session-store.ts'
import { fakeServer, poolAddress } from './testing/fake-server.ts'
import { createToken, freshBrowser, signedInAs } from './testing/tokens.ts'

beforeEach(freshBrowser)
afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  test('sends the body as JSON with the access token of the user', async () => {
    const session = signedInAs()
    const seen = fakeServer({ '/functions/verify-payment': { body: { access_activated: true } } })
    expect(await call('verify-payment', { session_id: 'cs_1' })).toEqual({ access_activated: true })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${session.access_token}`)
    expect(seen[0]?.body).toEqual({ session_id: 'cs_1' })
  })

  test('makes no request when no user is signed in', async () => {
    const seen = fakeServer({})
    await expect(call('get-access', {})).rejects.toThrow('No active session')
    expect(seen).toEqual([])
  })

  test('sends no authorisation in an anonymous call, even when a user is signed in', async () => {
    signedInAs()
    const seen = fakeServer({ '/functions/validate-referral': { body: { valid: true, expired: false } } })
    await callAnonymously('validate-referral', { token: 'abc' })
    expect(seen[0]?.headers.has('authorization')).toBe(false)
  })

  test.each([
    [{ error: { code: 'rate_limited', message: 'Slow down' } }, 'Slow down', 'rate_limited'],
    [{ error: 'Plain text' }, 'Plain text', undefined],
    [{ error: { code: 'made_up', message: '' } }, 'Function call failed', undefined],
    [undefined, 'Function call failed', undefined],
  ])('throws a CallError for the response %j', async (body, message, code) => {
    fakeServer({ '/functions/resend-confirmation': { status: 429, body, headers: { 'retry-after': '60' } } })
    await expect(callAnonymously('resend-confirmation', { email: 'a@b.example' })).rejects.toMatchObject({
      name: 'CallError',
      message,
      code,
      status: 429,
      retryAfterSeconds: 60,
    })
  })

  test.each([
    [401, 'Unauthorized', 'unauthorized'],
    [403, 'Forbidden', 'forbidden'],
    [413, 'Request Entity Too Large', 'payload_too_large'],
    [429, 'Too Many Requests', 'rate_limited'],
    [500, 'Internal Server Error', 'internal'],
    [503, 'Service Unavailable', 'internal'],
  ] as const)(
    'converts the %i that the gateway generates itself to our error',
    async (status, message, code) => {
      fakeServer({ '/functions/resend-confirmation': { status, body: { message } } })
      await expect(callAnonymously('resend-confirmation', { email: 'a@b.example' })).rejects.toMatchObject({
        message: apiErrors[code].message,
        code,
        status,
        hasNoServerMessage: false,
      })
    },
  )

  test('reports an unknown error when there is no response', async () => {
    fakeServer({ '/functions/validate-referral': 'unreachable' })
    await expect(callAnonymously('validate-referral', { token: 'abc' })).rejects.toMatchObject({
      message: 'Unknown error occurred',
      status: 0,
    })
  })

  test('refreshes a token that the server rejects, and retries', async () => {
    signedInAs()
    const renewed = createToken({ jti: 'second' })
    const seen = fakeServer({
      '/functions/get-access': [
        { status: 401, body: { message: 'Unauthorized' } },
        { body: { isAdmin: true } },
      ],
      [poolAddress]: { body: { AuthenticationResult: { AccessToken: renewed } } },
    })
    expect(await call('get-access', {})).toEqual({ isAdmin: true })
    expect(seen.map(({ path }) => path)).toEqual([
      '/functions/get-access',
      poolAddress,
      '/functions/get-access',
    ])
    expect(seen[2]?.headers.get('authorization')).toBe(`Bearer ${renewed}`)
  })

  test('removes the session when the server rejects even a new token', async () => {
    signedInAs()
    fakeServer({
      '/functions/get-access': {
        status: 401,
        body: { error: { code: 'unauthorized', message: 'No active session' } },
      },
      [poolAddress]: { body: { AuthenticationResult: { AccessToken: createToken({ jti: 'second' }) } } },
    })
    await expect(call('get-access', {})).rejects.toThrow('No active session')
    expect(currentSession()).toBeNull()
  })

  test('includes every operation of the contract, named after its export', () => {
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const exported = Object.entries(contract)
      .filter(([, value]) => typeof value === 'object' && 'caller' in value)
      .map(([name]) => kebab(name))
    expect(exported.toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
  })
})

describe('callsEnded', () => {
  test('waits for running calls, even for one that fails', async () => {
    const order: string[] = []
    const later = new Promise<'unreachable'>((resolve) => setTimeout(resolve, 20, 'unreachable'))
    fakeServer({ '/functions/validate-referral': later })
    const running = callAnonymously('validate-referral', { token: 'abc' }).catch(() => order.push('failed'))
    await callsEnded()
    order.push('ended')
    await running
    expect(order).toEqual(['failed', 'ended'])
  })

  test('does not wait longer than its limit', async () => {
    const { promise, resolve } = deferred<'unreachable'>()
    fakeServer({ '/functions/validate-referral': promise })
    let isRunning = true
    const running = callAnonymously('validate-referral', { token: 'abc' }).catch(() => {
      isRunning = false
    })
    await callsEnded(10)
    expect(isRunning).toBe(true)
    resolve('unreachable')
    await running
  })
})
