import { expect, test, vi } from 'vitest'

test('a file starts with the real globals, environment and timers, whatever the file before it has replaced', async () => {
  const real = { fetch: globalThis.fetch, setTimeout: globalThis.setTimeout, now: Date.now() }
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Replaced')))
  vi.stubEnv('STAGE', 'replaced')
  vi.useFakeTimers({ now: new Date('2026-01-01') })

  vi.resetModules()
  await import('./fresh-modules.ts')

  expect(globalThis.fetch).toBe(real.fetch)
  expect(globalThis.setTimeout).toBe(real.setTimeout)
  expect(Date.now()).toBeGreaterThanOrEqual(real.now)
  expect(process.env.STAGE).not.toBe('replaced')
})
