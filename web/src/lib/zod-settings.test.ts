import { expect, test, vi } from 'vitest'

test('Zod does not test whether it may compile code', async () => {
  // Another test file of this process may have loaded the settings, or Zod, before.
  vi.resetModules()
  // The file only sets options, so it exports nothing.
  // @ts-expect-error TypeScript imports only modules dynamically, and this file is a script.
  await import('./zod-settings.ts')
  const { config } = await import('zod/mini')
  expect(config().jitless).toBe(true)
})
