import { expect, test, vi } from 'vitest'
import { apiError } from './api-error.ts'
import { log } from './log.ts'
import { scheduled } from './scheduled.ts'

test('a scheduled function passes on the time, the event and the result', async () => {
  const run = scheduled(async (now, event) => ({ now: now instanceof Date, event }))
  expect(await run({ id: 'e' })).toEqual({ now: true, event: { id: 'e' } })
})

test('a scheduled function that fails logs the cause, and fails', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const failure = apiError('payment_provider_error', { cause: new Error('Invalid API Key provided') })
  await expect(scheduled(() => Promise.reject(failure))()).rejects.toBe(failure)
  expect(error).toHaveBeenCalledWith(
    'scheduled run failed',
    expect.objectContaining({ error: 'ApiError', cause: 'Error: Invalid API Key provided' }),
  )
})
