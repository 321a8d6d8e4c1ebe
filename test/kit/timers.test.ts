import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { recordTimers } from './timers.ts'

test('stops the timers that a file has left, and no others', async () => {
  const calls: string[] = []
  setTimeout(() => calls.push('earlier'), 30)
  const stopTimers = recordTimers()
  setTimeout(() => calls.push('timeout'), 10)
  setInterval(() => calls.push('interval'), 10)
  stopTimers()
  await sleep(60)
  expect(calls).toEqual(['earlier'])
})

test('puts the real timers back, even if the file has left fake ones', () => {
  const real = { setTimeout, setInterval }
  const stopTimers = recordTimers()
  expect(setTimeout).not.toBe(real.setTimeout)
  vi.useFakeTimers()
  stopTimers()
  expect({ setTimeout, setInterval }).toEqual(real)
  expect(vi.isFakeTimers()).toBe(false)
})
