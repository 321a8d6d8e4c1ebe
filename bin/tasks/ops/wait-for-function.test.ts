import { TooManyRequestsException } from '@aws-sdk/client-lambda'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { whenNotBusy } from './wait-for-function.ts'

afterEach(() => vi.restoreAllMocks())

const busy = () => new TooManyRequestsException({ message: 'Rate Exceeded.', $metadata: {} })
const noPause = async () => undefined

describe('a call of a function that is busy', () => {
  test('waits, says so once, and returns the result', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const call = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(busy())
      .mockRejectedValueOnce(busy())
      .mockResolvedValue('result')
    expect(await whenNotBusy('advice-dev-reconcile', call, noPause)).toBe('result')
    expect(print.mock.calls).toEqual([
      ['advice-dev-reconcile is busy with another run. Waiting for up to two minutes.'],
    ])
  })

  test('fails if the function stays busy', async () => {
    vi.spyOn(console, 'log').mockReturnValue(undefined)
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(busy())
    await expect(whenNotBusy('fn', call, noPause)).rejects.toThrow('Rate Exceeded.')
    expect(call).toHaveBeenCalledTimes(13)
  })

  test('is not repeated after another error', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('broken'))
    await expect(whenNotBusy('fn', call, noPause)).rejects.toThrow('broken')
    expect(call).toHaveBeenCalledOnce()
  })
})
