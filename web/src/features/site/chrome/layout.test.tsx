// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Layout } from './layout.tsx'

inFreshBrowser(() => {
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  // jsdom has neither.
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  HTMLDialogElement.prototype.close = vi.fn<() => void>()
})

let goTo: (address: string) => void

const Page = ({ title }: { readonly title: string }) => {
  const navigate = useNavigate()
  goTo = (address) => void navigate(address)
  return (
    <>
      <h1 id={pageTitleId}>{title}</h1>
      <h2 id={title}>Part</h2>
    </>
  )
}

/** Goes from a page to an address. `entry` is what the history stores for it. */
const open = async (address: string, entry: object | null = null) => {
  showPage(
    '/members',
    <Routes>
      <Route element={<Layout />}>
        <Route path="/members" element={<Page title="members" />} />
        <Route path="/terms" element={<Page title="ending" />} />
        <Route path="/signup" element={<Page title="signup" />} />
      </Route>
    </Routes>,
  )
  await screen.findByRole('heading', { level: 1, name: 'members' })
  history.replaceState(entry, '')
  await act(async () => goTo(address))
}

describe('navigation within the app', () => {
  test('scrolls to the element that the address names', async () => {
    await open('/terms#ending')
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce()
    expect(document.activeElement?.id).toBe('main')
  })

  test('leaves the scroll position of a page to which the visitor returns to the browser', async () => {
    await open('/signup', { height: 2987 })
    expect(window.scrollTo).not.toHaveBeenCalled()
    expect(document.activeElement?.id).toBe('main')
  })

  test('closes the menu, even if the pressed link leads to the current page', async () => {
    await open('/members')
    expect(HTMLDialogElement.prototype.close).toHaveBeenCalledOnce()
  })

  test('shows a page whose address has a fragment that names no element', async () => {
    await open('/signup#address_token=abc&email=sam%40agents.example')
    expect(await screen.findByRole('heading', { level: 1, name: 'signup' })).toBeTruthy()
    expect(window.scrollTo).toHaveBeenCalledOnce()
    // Screen readers say the name of the element that gets the focus.
    expect(document.activeElement).toBe(screen.getByRole('main', { name: 'signup' }))
  })
})
