// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { BrowserRouter, Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isReturn, useKeptHeight } from './use-kept-height.ts'

let height = 0

const Main = () => {
  const main = {
    current: Object.defineProperty(document.createElement('main'), 'offsetHeight', { get: () => height }),
  }
  useKeptHeight(main)
  return <Link to="/terms">Terms</Link>
}
const page = (
  <BrowserRouter>
    <Main />
  </BrowserRouter>
)

const keptHeight = () => document.documentElement.style.getPropertyValue('--kept-height')
const savedHeight = (): unknown => history.state.height
const scroll = () => window.dispatchEvent(new Event('scroll'))
const pass = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/profile')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the height of a page', () => {
  test('is stored once the visitor has scrolled', () => {
    height = 2987
    render(page)
    pass(10_000)
    expect(isReturn()).toBe(false)
    scroll()
    pass(1000)
    expect(isReturn()).toBe(true)
    expect(savedHeight()).toBe(2987)
  })

  test('is kept when the visitor returns, for a few seconds, and then stored again', () => {
    history.replaceState({ height: 2987 }, '')
    height = 2000
    const { unmount } = render(page)
    expect(keptHeight()).toBe('2987px')
    pass(10_000)
    expect(keptHeight()).toBe('')
    expect(savedHeight()).toBe(2000)
    unmount()
  })

  test('is not stored for the next page, whose code is still loading', () => {
    height = 2987
    render(page)
    history.pushState({ key: 'next' }, '', '/terms')
    scroll()
    pass(1000)
    expect(isReturn()).toBe(false)
  })

  test('is kept from the moment the visitor goes back, before the page is shown', () => {
    const { unmount } = render(page)
    history.replaceState({ key: 'earlier', height: 2987 }, '', '/library')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(keptHeight()).toBe('2987px')
    unmount()
  })

  test('is not kept on another page', () => {
    history.replaceState({ height: 2987 }, '')
    const { unmount } = render(page)
    unmount()
    expect(keptHeight()).toBe('')
  })
})
