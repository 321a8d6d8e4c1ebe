import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { freshBrowser } from './tokens.ts'

/** Resets the browser before and after each test of the file. Runs `setUp` before each test. */
export const inFreshBrowser = (setUp?: () => void): void => {
  beforeEach(() => {
    freshBrowser()
    setUp?.()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <output data-testid="address">{pathname + search + hash}</output>
}

/** Renders a page at an address. The element with the test id `address` shows the current address. */
export const showPage = (address: string, page: ReactNode) => {
  window.history.replaceState(null, '', address)
  return render(
    <MemoryRouter initialEntries={[address]}>
      {page}
      <Address />
    </MemoryRouter>,
  )
}
