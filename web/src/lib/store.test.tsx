// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { createListeners, createStore, useStore } from './store.ts'

describe('createListeners', () => {
  test('passes each event to every listener that has not been removed', () => {
    const listeners = createListeners<[string]>()
    const [first, second] = [vi.fn<(event: string) => void>(), vi.fn<(event: string) => void>()]
    const removeFirst = listeners.add(first)
    listeners.add(second)
    listeners.notify('a')
    removeFirst()
    listeners.notify('b')
    expect(first.mock.calls).toEqual([['a']])
    expect(second.mock.calls).toEqual([['a'], ['b']])
  })

  test('keeps a listener that was added twice until it has been removed twice', () => {
    const listeners = createListeners()
    const listener = vi.fn<() => void>()
    const removers = [listeners.add(listener), listeners.add(listener)]
    removers[0]?.()
    listeners.notify()
    expect(listener).toHaveBeenCalledOnce()
    removers[1]?.()
    expect(listeners.isEmpty()).toBe(true)
  })

  test('knows whether it has any listeners', () => {
    const listeners = createListeners()
    expect(listeners.isEmpty()).toBe(true)
    const remove = listeners.add(() => {})
    expect(listeners.isEmpty()).toBe(false)
    remove()
    expect(listeners.isEmpty()).toBe(true)
  })
})

describe('createStore', () => {
  test('notifies its subscribers after the value has changed', () => {
    const store = createStore(1)
    const seen: number[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.get()))
    store.set(2)
    unsubscribe()
    store.set(3)
    expect(seen).toEqual([2])
    expect(store.get()).toBe(3)
  })
})

describe('useStore', () => {
  test('rerenders a component with the new value', () => {
    const store = createStore('closed')
    const { result } = renderHook(() => useStore(store, 'unknown'))
    expect(result.current).toBe('closed')
    act(() => store.set('open'))
    expect(result.current).toBe('open')
  })

  test('returns the server value on a prerendered page', () => {
    const store = createStore('closed')
    const Value = () => useStore(store, 'unknown')
    expect(renderToString(<Value />)).toBe('unknown')
  })
})
