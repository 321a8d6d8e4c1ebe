// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openInTab } from './open-tab.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const aTab = (href: () => string) => {
  const close = vi.fn<() => void>()
  const location = {
    replace: vi.fn<(url: string) => void>(),
    get href() {
      return href()
    },
  }
  vi.stubGlobal('open', () => ({ opener: window, closed: false, close, location }))
  return { close }
}
const address = () => Promise.resolve('https://files.example/a')

describe('openInTab', () => {
  test('closes the tab that a saved file leaves empty, not before the file is being saved', async () => {
    const { close } = aTab(() => 'about:blank')
    await openInTab(address, { savesFile: true })
    vi.advanceTimersByTime(4000)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(close).toHaveBeenCalledOnce()
  })

  test('leaves a tab open that shows a page of another site', async () => {
    const { close } = aTab(() => {
      throw new DOMException('Blocked', 'SecurityError')
    })
    await openInTab(address, { savesFile: true })
    vi.advanceTimersByTime(60_000)
    expect(close).not.toHaveBeenCalled()
  })

  test('leaves a tab open whose page is still loading', async () => {
    const { close } = aTab(() => 'about:blank')
    await openInTab(address)
    vi.advanceTimersByTime(60_000)
    expect(close).not.toHaveBeenCalled()
  })
})
