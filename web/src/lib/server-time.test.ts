// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type * as ServerTime from './server-time.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser()

const answer = (headers: Record<string, string>) => new Response(null, { headers })
const atServer = 'Fri, 20 Nov 2026 10:00:00 GMT'

let time: typeof ServerTime
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:13:00Z') })
  time = await import('./server-time.ts')
})

const minutesOff = () => Math.round((time.serverNow().getTime() - Date.parse(atServer)) / 60_000)

test('goes by the browser until an answer has told the time', () => {
  expect(time.serverNow()).toEqual(new Date('2026-11-20T08:13:00Z'))
  time.noteServerTime(answer({}))
  time.noteServerTime(answer({ date: 'yesterday' }))
  expect(time.serverNow()).toEqual(new Date('2026-11-20T08:13:00Z'))
})

test('goes by the server from then on, however wrong the browser is', () => {
  time.noteServerTime(answer({ date: atServer }))
  expect(minutesOff()).toBe(0)
  vi.setSystemTime(new Date('2026-11-20T08:43:00Z'))
  expect(minutesOff()).toBe(30)
})

test('counts how long a cache has kept the answer', () => {
  time.noteServerTime(answer({ date: atServer, age: '600' }))
  expect(minutesOff()).toBe(10)
})

test('tells of a change, and not of what was only on its way', () => {
  const changed = vi.fn<() => void>()
  const stop = time.onServerTime(changed)
  time.noteServerTime(answer({ date: atServer }))
  time.noteServerTime(answer({ date: 'Fri, 20 Nov 2026 10:00:01 GMT' }))
  expect(changed).toHaveBeenCalledOnce()
  time.noteServerTime(answer({ date: 'Fri, 20 Nov 2026 11:00:00 GMT' }))
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  time.noteServerTime(answer({ date: atServer }))
  expect(changed).toHaveBeenCalledTimes(2)
})

test('asks once, and makes do with the browser when no answer comes', async () => {
  const ask = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  ask.mockResolvedValueOnce(answer({ date: atServer }))
  vi.stubGlobal('fetch', ask)
  await time.serverTimeKnown()
  expect(minutesOff()).not.toBe(0)
  await time.serverTimeKnown()
  expect(minutesOff()).toBe(0)
  await time.serverTimeKnown()
  expect(ask).toHaveBeenCalledTimes(2)
})
