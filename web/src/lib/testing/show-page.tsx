import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { freshBrowser } from './tokens.ts'

/** Each test of the file starts in a fresh browser and leaves nothing behind. `also` runs before each one. */
export const inFreshBrowser = (also?: () => void): void => {
  beforeEach(() => {
    freshBrowser()
    also?.()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Draws a page as if the browser had gone to `address`; says beside it where it is. */
export const showPage = (address: string, page: ReactNode) => {
  window.history.replaceState(null, '', address)
  return render(
    <MemoryRouter initialEntries={[address]}>
      {page}
      <Address />
    </MemoryRouter>,
  )
}
