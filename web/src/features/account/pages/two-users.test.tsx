// @vitest-environment jsdom
import { startRegistration } from '@simplewebauthn/browser'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import * as paths from '#shared/values/site-map.ts'
import { usePageKey } from '#web/lib/page-user.ts'
import * as files from '#web/lib/save-file.ts'
import { currentSession, dropSession, sessionStorageKey } from '#web/lib/session-store.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { sessionOf, signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { confirm, failing, noAccess, noBilling, press, profile } from '../testing/open-profile.tsx'
import ProfilePage from './profile-page.tsx'

vi.mock('@simplewebauthn/browser')

inFreshBrowser(() => {
  forgetToast()
  vi.stubGlobal('PublicKeyCredential', vi.fn())
})

const first = { sub: 'first', email: 'first@agents.example' }
const second = { sub: 'second', email: 'second@agents.example' }

const Site = () => (
  <Routes>
    <Route path="*" element={<ProfilePage key={usePageKey()} />} />
  </Routes>
)

/** Opens the profile of the first user. Returns the calls received. */
const openProfile = async (replies: Parameters<typeof fakeServer>[0] = {}) => {
  signedInAs(first)
  const seen = fakeServer({
    '/functions/get-access': { body: noAccess },
    '/functions/check-subscription': { body: { subscribed: false } },
    '/functions/get-profile': [{ body: { ...profile, ...first } }, { body: { ...profile, ...second } }],
    '/functions/get-billing': { body: noBilling },
    '/functions/list-tickets': { body: { data: [] } },
    '/functions/export-account-data': { body: {} },
    ...replies,
  })
  showPage(paths.profile, <Site />)
  await screen.findByText(first.email)
  await screen.findByText('No Active Access')
  return seen
}

/** Signs the second user in as another tab does. Returns a function that delivers the event of this change. */
const signInInAnotherTab = () => {
  const oldValue = localStorage.getItem(sessionStorageKey)
  const newValue = JSON.stringify(sessionOf(second))
  localStorage.setItem(sessionStorageKey, newValue)
  const change = { key: sessionStorageKey, oldValue, newValue, storageArea: localStorage }
  return () => {
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', change))
    })
  }
}

test('shows the account of a user who has signed in in another tab', async () => {
  await openProfile()
  await press('Delete My Account')
  expect(screen.getByRole('dialog').textContent).toContain(first.email)
  signInInAnotherTab()()
  expect(await screen.findByText(second.email)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(first.email)).toBeNull()
})

test('does not act as another user before the page shows that user', async () => {
  const seen = await openProfile()
  signInInAnotherTab()
  await press('Download My Data')
  await waitFor(() => expect(toastText()).toMatch(/^Error/))
  expect(seen.map(({ path }) => path)).not.toContain('/functions/export-account-data')
  expect(await screen.findByText(second.email)).toBeTruthy()
})

test.each(['Delete My Account', 'Change Password'])('names the account in the dialog of %s', async (name) => {
  await openProfile()
  await press(name)
  expect(screen.getByRole('dialog').textContent).toContain(first.email)
})

const enterNewPassword = async () => {
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), 'Fresh-lantern-7')
}
const done = { body: { about_this_file: { created_at: '2026-11-30T11:00:00.000Z' } } }

const passkeys = {
  '/functions/list-passkeys': { body: { passkeys: [] } },
  '/functions/start-adding-passkey': { body: {} },
}

describe('an action of a user, if another user has signed in before the response', () => {
  const start: Readonly<Record<string, () => Promise<unknown>>> = {
    'delete-account': async () => {
      await press('Delete My Account')
      await confirm('Delete My Account')
    },
    'update-password': async () => {
      await press('Change Password')
      await enterNewPassword()
      await confirm('Update Password')
    },
    'sign-out': () => press('Sign Out Everywhere'),
    'export-account-data': () => press('Download My Data'),
    'add-passkey': async () => {
      await press('Add a passkey')
      await confirm('Continue')
    },
  }
  const cases = Object.keys(start).flatMap((operation) => [
    { operation, outcome: 'succeeds', response: done },
    { operation, outcome: 'fails', response: failing },
  ])

  test.each(cases)(
    'does not sign the other user out, or show them anything: $operation $outcome',
    async (one) => {
      const { operation, response } = one
      const { promise, resolve } = deferred<object>()
      const path = `/functions/${operation}`
      const seen = await openProfile({ ...passkeys, [path]: promise })
      const saveFile = vi.spyOn(files, 'saveFile').mockReturnValue()
      await start[operation]?.()
      await waitFor(() => expect(seen.map((call) => call.path)).toContain(path))
      signInInAnotherTab()()
      await screen.findByText(second.email)
      resolve(response)
      await act(() => new Promise((after) => setTimeout(after, 50)))
      expect(currentSession()?.user.id).toBe(second.sub)
      expect(toastText()).toBe('')
      expect(saveFile).not.toHaveBeenCalled()
      expect(screen.getByText(second.email)).toBeTruthy()
    },
  )
})

test('does not ask the browser for a passkey once another user has signed in', async () => {
  const { promise, resolve } = deferred<object>()
  const seen = await openProfile({ ...passkeys, '/functions/start-adding-passkey': promise })
  await press('Add a passkey')
  await confirm('Continue')
  await waitFor(() => expect(seen.at(-1)?.path).toBe('/functions/start-adding-passkey'))
  vi.mocked(startRegistration).mockClear()
  signInInAnotherTab()()
  await screen.findByText(second.email)
  resolve({ body: {} })
  await act(() => new Promise((after) => setTimeout(after, 50)))
  expect(startRegistration).not.toHaveBeenCalled()
})

test('saves no data of a user who has signed out in another tab in the meantime', async () => {
  const { promise, resolve } = deferred<object>()
  await openProfile({ '/functions/export-account-data': promise })
  const saveFile = vi.spyOn(files, 'saveFile').mockReturnValue()
  await press('Download My Data')
  act(() => void dropSession())
  resolve(done)
  await waitFor(() => expect(toastText()).toContain('Failed to export account data'))
  expect(saveFile).not.toHaveBeenCalled()
})
