// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { handleAuthHash } from '#web/lib/auth-hash.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { createToken, signedInAs } from '#web/lib/testing/tokens.ts'
import { LinkQuestions } from './link-questions.tsx'

inFreshBrowser()

const profile = { body: { user_id: 'user-2', email: 'second@agents.example' } }

/** Opens the magic link of a second user. Returns the pages that the visitor was redirected to. */
const openLink = (reply: Parameters<typeof fakeServer>[0][string]) => {
  fakeServer({ '/functions/get-profile': reply })
  showPage(
    `/#access_token=${createToken({ sub: 'user-2' })}&refresh_token=r2&type=magiclink`,
    <LinkQuestions />,
  )
  const redirects: string[] = []
  return { redirects, handled: handleAuthHash((path) => redirects.push(path)) }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('LinkQuestions', () => {
  test('signs in as the user of the link when the signed-in user agrees', async () => {
    signedInAs({ email: 'first@agents.example' })
    localStorage.setItem('twk_visitor', 'first')
    localStorage.setItem('pending_signup_redirect', 'true')
    localStorage.setItem('pending_verification_email', 'first@agents.example')
    const { redirects, handled } = openLink(profile)
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('first@agents.example')
    expect(dialog.textContent).toContain('second@agents.example')
    expect(currentSession()?.user.id).toBe('user-1')
    await press('Sign in as second@agents.example')
    await handled
    expect(currentSession()?.user).toMatchObject({ id: 'user-2', email: 'second@agents.example' })
    expect(redirects).toEqual(['/library'])
    expect(Object.keys(localStorage)).toEqual(['auth-session'])
  })

  test.each(['Stay signed in as first@agents.example', 'Close'])(
    'keeps the session when the signed-in user presses %s',
    async (button) => {
      const earlier = signedInAs({ email: 'first@agents.example' })
      const { redirects, handled } = openLink(profile)
      await press(button)
      await handled
      expect(currentSession()).toEqual(earlier)
      expect(redirects).toEqual(['/library'])
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('offers to check the link again after the server could not be reached', async () => {
    const { handled } = openLink(['unreachable', profile])
    await press('Try again')
    await handled
    expect(currentSession()?.user.id).toBe('user-2')
  })

  test('does not sign in when the visitor gives up checking the link', async () => {
    const { redirects, handled } = openLink('unreachable')
    await press('Continue without signing in')
    await handled
    expect(currentSession()).toBeNull()
    expect(redirects).toEqual(['/library'])
  })
})
