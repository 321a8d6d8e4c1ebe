// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { reloadFrom } from '../run-action.ts'
import { watchLocation } from '../testing/open-profile.tsx'
import { FocusAfterReload } from './focus-after-reload.tsx'

inFreshBrowser(() => window.history.replaceState({ idx: 3 }, ''))

const Page = ({ isLoaded = true }: { readonly isLoaded?: boolean }) => (
  <section id="actions">
    <h2>Account Actions</h2>
    <button type="button">Resume Subscription</button>
    {isLoaded ? <FocusAfterReload /> : null}
  </section>
)

test('the focus is on the heading of the card from which the page was reloaded, once', () => {
  const { reload } = watchLocation()
  reloadFrom('actions')
  expect(reload).toHaveBeenCalledOnce()
  render(<Page />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account Actions' }))
  expect(window.history.state).toEqual({ idx: 3 })
  cleanup()
  render(<Page />)
  expect(document.activeElement).toBe(document.body)
})

test('the focus stays where the user has moved it after the reload', () => {
  watchLocation()
  reloadFrom('actions')
  const { rerender } = render(<Page isLoaded={false} />)
  const button = screen.getByRole('button')
  button.focus()
  rerender(<Page />)
  expect(document.activeElement).toBe(button)
})
