// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hydrationEnd } from '#web/lib/hydration.ts'
import { isPageLoaded, preloadPage } from './pages.ts'
import { useShownLocation } from './use-shown-location.ts'

vi.mock('#web/lib/hydration.ts', () => ({ hydrationEnd: vi.fn<() => Promise<void> | undefined>() }))
vi.mock('./pages.ts', () => ({ isPageLoaded: vi.fn<() => boolean>(), preloadPage: vi.fn<() => unknown>() }))

const Shown = () => <p role="status">{useShownLocation().pathname}</p>

const shown = () => screen.getByRole('status').textContent

/** Ends the loading of the page that the visitor has gone to. */
let finish: () => void

beforeEach(() => {
  vi.mocked(isPageLoaded).mockImplementation((pathname) => pathname === '/profile')
  vi.mocked(preloadPage).mockImplementation(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  vi.useFakeTimers()
  render(
    <MemoryRouter initialEntries={['/profile']}>
      <Link to="/library">Library</Link>
      <Link to="/profile">Profile</Link>
      <Shown />
    </MemoryRouter>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const go = async (name: string, ms: number) => {
  screen.getByText(name).click()
  await vi.advanceTimersByTimeAsync(ms)
}

test('a page stays while the code of the next one is loading', async () => {
  await go('Library', 900)
  expect(shown()).toBe('/profile')
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toBe('/library')
})

test('a page makes room for a spinner after a second', async () => {
  await go('Library', 999)
  expect(shown()).toBe('/profile')
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBe('/library')
})

test('a page whose code has been loaded is shown immediately, even when the visitor turns back', async () => {
  await go('Library', 500)
  await go('Profile', 0)
  expect(shown()).toBe('/profile')
  finish()
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toBe('/profile')
})

test('a page stays until all its parts have been hydrated', async () => {
  vi.mocked(isPageLoaded).mockReturnValue(true)
  let end = () => {}
  const hydration = new Promise<void>((resolve) => {
    end = resolve
  })
  vi.mocked(hydrationEnd).mockReturnValue(hydration)
  await go('Library', 2000)
  expect(shown()).toBe('/profile')
  vi.mocked(hydrationEnd).mockReturnValue(undefined)
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toBe('/library')
})
