import { InvokeCommand, LambdaClient, ThrottleReason, TooManyRequestsException } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { runFunction } from './invoke.ts'
import { whenNotBusy } from './wait-for-function.ts'

const lambda = mockClient(LambdaClient)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})
afterEach(() => {
  lambda.reset()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => lambda.restore())

const throttled = (Reason: ThrottleReason) =>
  new TooManyRequestsException({ message: 'Rate Exceeded.', Reason, $metadata: {} })
const busy = () => throttled(ThrottleReason.ReservedFunctionConcurrentInvocationLimitExceeded)

/** Waits for a call while the clock runs on. */
const settle = async <T>(call: Promise<T>): Promise<T> => {
  const [result] = await Promise.all([call, vi.runAllTimersAsync()])
  return result
}

describe('a call of a function that is busy', () => {
  test('waits, says so once, and returns the result', async () => {
    const call = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(busy())
      .mockRejectedValueOnce(busy())
      .mockResolvedValue('result')
    expect(await settle(whenNotBusy('advice-dev-reconcile', call))).toBe('result')
    expect(vi.mocked(console.log).mock.calls).toEqual([
      ['advice-dev-reconcile is busy with another run. Waiting for up to two minutes.'],
    ])
  })

  test('fails if the function stays busy, and says when to repeat the command', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(busy())
    await expect(settle(whenNotBusy('fn', call))).rejects.toThrow(
      'fn is still busy: repeat the command in 15 minutes',
    )
    expect(call).toHaveBeenCalledTimes(13)
  })

  test("does not wait if the account's concurrency is used up", async () => {
    const call = vi
      .fn<() => Promise<string>>()
      .mockRejectedValue(throttled(ThrottleReason.ConcurrentInvocationLimitExceeded))
    await expect(whenNotBusy('fn', call)).rejects.toThrow('the quota of concurrent executions')
    expect(call).toHaveBeenCalledOnce()
  })

  test('is not repeated after another error', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('broken'))
    await expect(whenNotBusy('fn', call)).rejects.toThrow('broken')
    expect(call).toHaveBeenCalledOnce()
  })

  test('is repeated by ops run', async () => {
    lambda.on(InvokeCommand).rejectsOnce(busy()).resolves({})
    expect(await settle(runFunction(readStage('dev'), 'reconcile', undefined))).toBe(
      'reconcile has run: null',
    )
    expect(lambda.commandCalls(InvokeCommand)).toHaveLength(2)
  })
})
