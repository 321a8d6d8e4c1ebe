// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as passkeys from '#web/lib/passkeys.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import LoginPage from '../pages/login-page.tsx'
import MembersPage from '../pages/members-page.tsx'

inFreshBrowser(forgetToast)

const button = () => screen.findByRole('button', { name: 'Use a passkey' })
const withPasskeys = () => vi.stubGlobal('PublicKeyCredential', vi.fn())
const cancelled = Object.assign(new Error('x'), { name: 'NotAllowedError' })

describe('the passkey button', () => {
  test.each([
    ['/login', <LoginPage key="login" />],
    ['/members', <MembersPage key="members" />],
  ])('is missing on %s in a browser without passkeys', async (address, page) => {
    vi.spyOn(passkeys, 'usePasskeySupport').mockReturnValue(false)
    fakeServer({})
    showPage(address, page)
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  })

  test('signs in at /login and lets the page greet the user', async () => {
    withPasskeys()
    fakeServer({})
    const signIn = vi.spyOn(passkeys, 'signInWithPasskey').mockResolvedValue()
    showPage('/login', <LoginPage />)
    await userEvent.click(await button())
    expect(signIn).toHaveBeenCalledWith(true)
    expect(localStorage.getItem('pending_login_redirect')).toBe('true')
  })

  test("follows 'Remember me' at /members", async () => {
    withPasskeys()
    fakeServer({})
    const signIn = vi.spyOn(passkeys, 'signInWithPasskey').mockResolvedValue()
    showPage('/members', <MembersPage />)
    await userEvent.click(await button())
    expect(signIn).toHaveBeenLastCalledWith(false)
  })

  test('explains a cancelled dialog and can be pressed again', async () => {
    withPasskeys()
    fakeServer({})
    vi.spyOn(passkeys, 'signInWithPasskey').mockRejectedValue(cancelled)
    showPage('/login', <LoginPage />)
    await userEvent.click(await button())
    await waitFor(() => expect(toastText()).toMatch(/^Sign in failed \/ No passkey was used/))
    expect(localStorage.getItem('pending_login_redirect')).toBeNull()
    expect((await button()).getAttribute('aria-disabled')).toBeNull()
  })

  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    withPasskeys()
    fakeServer({})
    vi.spyOn(passkeys, 'signInWithPasskey').mockRejectedValueOnce(cancelled).mockResolvedValueOnce()
    showPage('/members', <MembersPage />)
    await userEvent.click(await button())
    await waitFor(() => expect(toastText()).toMatch(/^Sign in failed/))
    await userEvent.click(await button())
    await waitFor(() => expect(toastText()).toBe(''))
  })
})
