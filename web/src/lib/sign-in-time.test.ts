// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { recordServerTime } from './server-time.ts'
import { getNowString } from './sign-in-time.ts'

afterEach(() => vi.useRealTimers())

describe('the time of a sign-in', () => {
  test("is the server's, in the format of the user pool", () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
    recordServerTime(new Response(null, { headers: { date: 'Fri, 06 Nov 2026 09:05:04 GMT' } }))
    expect(getNowString()).toBe('Fri Nov 6 09:05:04 UTC 2026')
    vi.setSystemTime(new Date('2026-11-21T11:00:00Z'))
    expect(getNowString()).toBe('Sat Nov 7 09:05:04 UTC 2026')
  })
})
