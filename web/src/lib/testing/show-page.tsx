import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { toast, useToast } from '../../ui/toast.ts'
import { freshBrowser } from './tokens.ts'

/** Each test of the file starts in a fresh browser and leaves nothing behind. */
export const inFreshBrowser = (): void => {
  beforeEach(() => {
    freshBrowser()
    toast({ title: '' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

const Surroundings = () => {
  const { pathname, search } = useLocation()
  const { current } = useToast()
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <output data-testid="toast">
        {current ? [current.title, current.description].filter(Boolean).join(' / ') : ''}
      </output>
    </>
  )
}

/** Draws a page as if the browser had gone to `address`; says beside it where it is and which toast is up. */
export const showPage = (address: string, page: ReactNode) => {
  window.history.replaceState(null, '', address)
  return render(
    <MemoryRouter initialEntries={[address]}>
      {page}
      <Surroundings />
    </MemoryRouter>,
  )
}
