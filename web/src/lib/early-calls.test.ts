// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { post } from './call.ts'
import { serverNow } from './server-time.ts'

const sent = vi.fn<typeof fetch>(async () => new Response('sent by the app'))

const earlyCall = (response: Promise<Response>, { token = 'ana', ageMs = 0 } = {}) => {
  window.earlyCalls = { 'get-access': { token, userId: 'ana', sentAt: Date.now() - ageMs, response } }
}

const bodyOf = async (body: object, token = 'ana') => (await post('get-access', body, token)).text()

describe('a call that the page has sent before the app was loaded', () => {
  beforeEach(() => vi.stubGlobal('fetch', sent))
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    sent.mockClear()
    delete window.earlyCalls
  })

  test('is not waited for when there is none: the request is sent before the page can be left', async () => {
    const response = post('sign-out', {}, 'ana', { keepalive: true })
    expect(sent).toHaveBeenCalledTimes(1)
    await response
  })

  test('is used once', async () => {
    earlyCall(Promise.resolve(new Response('sent early')))
    expect([await bodyOf({}), await bodyOf({})]).toEqual(['sent early', 'sent by the app'])
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('is not used for a call with input, and stays available for the call without', async () => {
    earlyCall(Promise.resolve(new Response('sent early')))
    expect([await bodyOf({ in_chat: true }), await bodyOf({})]).toEqual(['sent by the app', 'sent early'])
  })

  test.each([
    ['was sent for another user', { token: 'ben' }],
    ['is ten seconds old', { ageMs: 10_000 }],
  ])('is not used if it %s', async (_, options) => {
    earlyCall(Promise.resolve(new Response('sent early')), options)
    expect(await bodyOf({})).toBe('sent by the app')
  })

  test('is sent again if it was rejected: access may have been granted since', async () => {
    earlyCall(Promise.resolve(new Response('rejected', { status: 403 })))
    expect(await bodyOf({})).toBe('sent by the app')
  })

  test('shows the time of the server when it arrived', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
    const hour = 3_600_000
    const receivedAt = Date.now() - 5000
    const date = new Date(receivedAt + hour).toUTCString()
    const response = Promise.resolve(new Response('sent early', { headers: { date } }))
    window.earlyCalls = {
      'get-access': { token: 'ana', userId: 'ana', sentAt: receivedAt - 1000, receivedAt, response },
    }
    await bodyOf({})
    // The header has whole seconds: the time is half a second more on average.
    expect(serverNow().toISOString()).toBe('2026-11-20T11:00:00.500Z')
  })

  test('is sent again if it failed', async () => {
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    failed.catch(() => undefined)
    earlyCall(failed)
    expect(await bodyOf({})).toBe('sent by the app')
  })
})
