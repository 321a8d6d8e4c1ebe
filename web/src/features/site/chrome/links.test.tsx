// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentSession } from '#web/lib/session-store.ts'
import { setSignOutQuestion } from '#web/lib/sign-out-question.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { AccountLinks, MainLinks } from './links.tsx'

inFreshBrowser()

const question = '1 file is still being uploaded.'
const show = (confirmed: boolean) => {
  signedInAs()
  fakeServer({ '/functions/sign-out': { body: { success: true } } })
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(confirmed)
  vi.stubGlobal('location', { ...window.location, assign: vi.fn<(url: string) => void>() })
  showPage('/about', <AccountLinks />)
  return ask
}
const signOut = async () => userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))

describe('Sign Out', () => {
  afterEach(() => setSignOutQuestion(() => undefined))

  test('signs out without a question if nothing runs', async () => {
    const ask = show(false)
    await signOut()
    await waitFor(() => expect(currentSession()).toBeNull())
    expect(ask).not.toHaveBeenCalled()
  })

  test.each([
    ['keeps the session if the user does not confirm', false],
    ['signs out once the user has confirmed', true],
  ])('%s', async (_title, confirmed) => {
    const ask = show(confirmed)
    setSignOutQuestion(() => question)
    await signOut()
    expect(ask).toHaveBeenCalledExactlyOnceWith(question)
    expect(currentSession() === null).toBe(confirmed)
  })
})

describe('the link to the admin area', () => {
  test.each([
    ['/admin', 'page'],
    ['/admin/users', 'page'],
    ['/admin-login', null],
  ])('on %s has the current state %s', async (address, current) => {
    signedInAs({ sub: `admin on ${address}` })
    fakeServer({ '/functions/get-access': { body: { isSubscribed: false, isAdmin: true } } })
    showPage(address, <MainLinks admin={{ to: '/admin/users', label: 'Admin' }} />)
    const link = await screen.findByRole('link', { name: 'Admin' })
    expect(link.getAttribute('aria-current')).toBe(current)
  })
})
