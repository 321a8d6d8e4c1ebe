// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rowId } from './items.ts'
import { useHighlight } from './use-highlight.ts'

const scrolled = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  scrolled.mockClear()
  Element.prototype.scrollIntoView = scrolled
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const addRow = (item: string) => {
  const row = document.createElement('li')
  row.id = rowId(item)
  document.body.append(row)
}

const pass = (milliseconds: number): void => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

describe('useHighlight', () => {
  test('scrolls after 0.1 seconds and marks the item for 1.2 seconds', () => {
    addRow('a')
    const { result, unmount } = renderHook(useHighlight)
    act(() => result.current.highlight('a'))
    pass(99)
    expect(scrolled).not.toHaveBeenCalled()
    pass(1)
    expect(scrolled).toHaveBeenCalledOnce()
    pass(1099)
    expect(result.current.highlighted).toBe('a')
    pass(1)
    expect(result.current.highlighted).toBeUndefined()
    unmount()
  })

  test('waits for a row whose list takes three seconds to load, and then marks it for 1.2 seconds', () => {
    const { result, unmount } = renderHook(useHighlight)
    act(() => result.current.highlight('a'))
    pass(3000)
    addRow('a')
    pass(100)
    expect(scrolled).toHaveBeenCalledOnce()
    pass(1000)
    expect(result.current.highlighted).toBe('a')
    pass(200)
    expect(result.current.highlighted).toBeUndefined()
    unmount()
  })

  test('stops waiting for a row that does not appear within ten seconds', () => {
    const { result, unmount } = renderHook(useHighlight)
    act(() => result.current.highlight('a'))
    pass(12_000)
    addRow('a')
    pass(1000)
    expect(scrolled).not.toHaveBeenCalled()
    expect(result.current.highlighted).toBeUndefined()
    unmount()
  })
})
