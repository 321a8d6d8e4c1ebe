// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as ServerTime from './server-time.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser()

const response = (headers: Record<string, string>) => new Response(null, { headers })
const serverDate = 'Fri, 20 Nov 2026 10:00:00 GMT'

let time: typeof ServerTime
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:13:00Z') })
  time = await import('./server-time.ts')
})

const minutesAfterServerDate = () =>
  Math.round((time.serverNow().getTime() - Date.parse(serverDate)) / 60_000)

describe('serverNow', () => {
  test("returns the browser's time until a response has a date", () => {
    expect(time.serverNow()).toEqual(new Date('2026-11-20T08:13:00Z'))
    time.recordServerTime(response({}))
    time.recordServerTime(response({ date: 'yesterday' }))
    expect(time.serverNow()).toEqual(new Date('2026-11-20T08:13:00Z'))
  })

  test("returns the server's time from then on, however wrong the browser's clock is", () => {
    time.recordServerTime(response({ date: serverDate }))
    expect(minutesAfterServerDate()).toBe(0)
    vi.setSystemTime(new Date('2026-11-20T08:43:00Z'))
    expect(minutesAfterServerDate()).toBe(30)
  })

  test('adds the time that a cache has kept the response', () => {
    time.recordServerTime(response({ date: serverDate, age: '600' }))
    expect(minutesAfterServerDate()).toBe(10)
  })
})

describe('onServerTime', () => {
  test('reports a change and ignores small differences', () => {
    const changed = vi.fn<() => void>()
    const unsubscribe = time.onServerTime(changed)
    time.recordServerTime(response({ date: serverDate }))
    time.recordServerTime(response({ date: 'Fri, 20 Nov 2026 10:00:01 GMT' }))
    expect(changed).toHaveBeenCalledOnce()
    time.recordServerTime(response({ date: 'Fri, 20 Nov 2026 11:00:00 GMT' }))
    expect(changed).toHaveBeenCalledTimes(2)
    unsubscribe()
    time.recordServerTime(response({ date: serverDate }))
    expect(changed).toHaveBeenCalledTimes(2)
  })
})

describe('serverTimeKnown', () => {
  test("requests the time until it is known, and falls back to the browser's clock", async () => {
    const request = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
    request.mockResolvedValueOnce(response({ date: serverDate }))
    vi.stubGlobal('fetch', request)
    await time.serverTimeKnown()
    expect(minutesAfterServerDate()).not.toBe(0)
    await time.serverTimeKnown()
    expect(minutesAfterServerDate()).toBe(0)
    await time.serverTimeKnown()
    expect(request).toHaveBeenCalledTimes(2)
  })
})
