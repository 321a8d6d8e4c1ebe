import { expect, test } from 'vitest'
import './zod-settings.ts'

test('Zod does not test whether it may compile code', async () => {
  const { config } = await import('zod/mini')
  expect(config().jitless).toBe(true)
})
