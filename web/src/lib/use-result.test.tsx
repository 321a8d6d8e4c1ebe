// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { useResult } from './use-result.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type Load = () => Promise<string>

/** Shows the first result of `load`. */
const show = async (load: Load) => {
  const { result: hook } = renderHook(() => useResult(load))
  await act(async () => undefined)
  /** The first `act` starts the load, the second one ends it. */
  const press = async (again: 'reload' | 'retry') => {
    await act(async () => hook.current[again]())
    await act(async () => undefined)
  }
  return { hook, press }
}

const ready = { state: 'ready', data: 'first' }
const never = () => new Promise<never>(() => undefined)

describe('useResult', () => {
  test('shows newer data after a reload', async () => {
    const load = vi.fn<Load>().mockResolvedValueOnce('first').mockResolvedValueOnce('second')
    const { hook, press } = await show(load)
    expect(hook.current.result).toEqual(ready)
    await press('reload')
    expect(hook.current.result).toEqual({ state: 'ready', data: 'second' })
  })

  test('keeps the earlier data when a reload fails', async () => {
    const load = vi.fn<Load>().mockResolvedValueOnce('first')
    load.mockRejectedValueOnce(new Error('Something went wrong.'))
    const { hook, press } = await show(load)
    await press('reload')
    expect(load).toHaveBeenCalledTimes(2)
    expect(hook.current.result).toEqual(ready)
  })

  test('keeps the earlier data while a reload is slow', async () => {
    vi.useFakeTimers()
    const load = vi.fn<Load>().mockResolvedValueOnce('first').mockImplementation(never)
    const { hook, press } = await show(load)
    await press('reload')
    await act(() => vi.advanceTimersByTimeAsync(7000))
    expect(hook.current.result).toEqual(ready)
  })

  test('shows that it loads during a retry, and then the failure', async () => {
    const load = vi.fn<Load>().mockResolvedValueOnce('first')
    let fail = (_error: Error) => {}
    load.mockImplementation(() => new Promise((_resolve, reject) => (fail = reject)))
    const { hook, press } = await show(load)
    await press('retry')
    expect(hook.current.result).toEqual({ state: 'loading', slow: false })
    await act(async () => fail(new Error('Something went wrong.')))
    expect(hook.current.result).toEqual({ state: 'failed', message: 'Something went wrong.' })
  })

  test.each(['reload', 'retry'] as const)('ignores a response from before a %s', async (again) => {
    const { promise: late, resolve: respond } = deferred<string>()
    const load = vi.fn<Load>().mockResolvedValueOnce('first').mockReturnValueOnce(late)
    load.mockResolvedValueOnce('newest')
    const { hook, press } = await show(load)
    await press('reload')
    await press(again)
    await act(async () => respond('late'))
    expect(hook.current.result).toEqual({ state: 'ready', data: 'newest' })
  })

  test('still shows that it loads when a response from before a retry arrives', async () => {
    const { promise: late, resolve: respond } = deferred<string>()
    const load = vi.fn<Load>().mockResolvedValueOnce('first').mockReturnValueOnce(late)
    load.mockImplementation(never)
    const { hook, press } = await show(load)
    await press('reload')
    await press('retry')
    await act(async () => respond('late'))
    expect(hook.current.result).toEqual({ state: 'loading', slow: false })
  })
})
