// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useLoaded } from './use-loaded.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A `load` whose requests end when the test says so, in any order. */
const controlled = () => {
  const requests: { respond: (data: string) => void; fail: (message: string) => void }[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      requests.push({ respond: resolve, fail: (message) => reject(new Error(message)) })
    })
  /** Ends the request with this index. */
  const respond = (index: number, data: string) => act(async () => requests[index]?.respond(data))
  const fail = (index: number, message: string) => act(async () => requests[index]?.fail(message))
  return { load, requests, respond, fail }
}

const show = (load: (() => Promise<string>) | undefined) => {
  const { result, rerender, unmount } = renderHook((current) => useLoaded(current), { initialProps: load })
  const shown = () => {
    const { data, failure, loading, slow } = result.current
    return { data, failure: failure?.message, loading, slow }
  }
  const press = (again: 'reload' | 'retry' | 'restart') => act(async () => void result.current[again]())
  return { hook: result, shown, press, rerender, unmount }
}

const nothing = { data: undefined, failure: undefined, loading: false, slow: false }
const first = { ...nothing, data: 'first' }
const second = { ...nothing, data: 'second' }

describe('useLoaded', () => {
  test('loads when it mounts', async () => {
    const { load, respond } = controlled()
    const { shown } = show(load)
    expect(shown()).toEqual({ ...nothing, loading: true })
    await respond(0, 'first')
    expect(shown()).toEqual(first)
  })

  test('ignores a response that arrives after a newer one', async () => {
    const { load, respond, fail } = controlled()
    const { shown, press } = show(load)
    await press('reload')
    await press('reload')
    await respond(2, 'second')
    await respond(0, 'first')
    await fail(1, 'Too late.')
    expect(shown()).toEqual(second)
  })

  test('shows an earlier response until the newest arrives', async () => {
    const { load, respond } = controlled()
    const { shown, press } = show(load)
    await press('reload')
    await respond(0, 'first')
    expect(shown()).toEqual({ ...first, loading: true })
    await respond(1, 'second')
    expect(shown()).toEqual(second)
  })

  test('ignores the failure of an earlier request', async () => {
    const { load, respond, fail } = controlled()
    const { shown, press } = show(load)
    await press('reload')
    await fail(0, 'Down.')
    expect(shown()).toEqual({ ...nothing, loading: true })
    await respond(1, 'second')
    expect(shown()).toEqual(second)
  })

  test('ignores an earlier response after the newest request has failed', async () => {
    const { load, respond, fail } = controlled()
    const { shown, press } = show(load)
    await press('reload')
    await fail(1, 'Down.')
    await respond(0, 'first')
    expect(shown()).toEqual({ ...nothing, failure: 'Down.' })
  })

  test('keeps the data and the failure during a reload, and the data if it fails', async () => {
    const { load, respond, fail } = controlled()
    const { shown, press } = show(load)
    await respond(0, 'first')
    await press('reload')
    expect(shown()).toEqual({ ...first, loading: true })
    await fail(1, 'Down.')
    expect(shown()).toEqual({ ...first, failure: 'Down.' })
    await press('reload')
    expect(shown()).toEqual({ ...first, failure: 'Down.', loading: true })
    await respond(2, 'second')
    expect(shown()).toEqual(second)
  })

  test('forgets the failure and ignores earlier requests at a retry', async () => {
    const { load, respond, fail } = controlled()
    const { shown, press } = show(load)
    await respond(0, 'first')
    await press('reload')
    await fail(1, 'Down.')
    await press('reload')
    await press('retry')
    expect(shown()).toEqual({ ...first, loading: true })
    await respond(2, 'from before the retry')
    expect(shown()).toEqual({ ...first, loading: true })
    await respond(3, 'second')
    expect(shown()).toEqual(second)
  })

  test('forgets the data too and ignores earlier requests at a restart', async () => {
    const { load, respond } = controlled()
    const { shown, press } = show(load)
    await respond(0, 'first')
    await press('reload')
    await press('restart')
    await respond(1, 'from before the restart')
    expect(shown()).toEqual({ ...nothing, loading: true })
    await respond(2, 'second')
    expect(shown()).toEqual(second)
  })

  test('keeps the data, but ignores responses, of what it loaded before', async () => {
    const before = controlled()
    const { shown, press, rerender } = show(before.load)
    await before.respond(0, 'first')
    await press('reload')
    const after = controlled()
    rerender(after.load)
    expect(shown()).toEqual({ ...first, loading: true })
    await before.respond(1, 'of what it loaded before')
    expect(shown()).toEqual({ ...first, loading: true })
    await after.respond(0, 'second')
    expect(shown()).toEqual(second)
  })

  test('has no data without something to load, and ignores what was being loaded', async () => {
    const { load, respond } = controlled()
    const { shown, press, rerender } = show(load)
    await respond(0, 'first')
    await press('reload')
    rerender(undefined)
    expect(shown()).toEqual(nothing)
    await respond(1, 'second')
    expect(shown()).toEqual(nothing)
  })

  test('says when loading takes longer than usual, until it ends', async () => {
    vi.useFakeTimers()
    const { load, respond } = controlled()
    const { shown, press } = show(load)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await press('reload')
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(shown().slow).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(shown().slow).toBe(true)
    await respond(1, 'first')
    expect(shown()).toEqual(first)
  })

  test('ends a reload when its own request ends, even after it has unmounted', async () => {
    const { load, respond, fail } = controlled()
    const { hook, unmount } = show(load)
    const ended: string[] = []
    void hook.current.reload().then(() => ended.push('first'))
    void hook.current.reload().then(() => ended.push('second'))
    unmount()
    await respond(1, 'data')
    expect(ended).toEqual(['first'])
    await fail(2, 'Down.')
    expect(ended).toEqual(['first', 'second'])
  })

  test('returns the same functions when it loads something else', () => {
    const { hook, rerender } = show(controlled().load)
    const { reload, retry, restart } = hook.current
    rerender(controlled().load)
    expect(hook.current).toMatchObject({ reload, retry, restart })
  })
})
