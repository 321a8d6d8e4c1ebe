// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { usePageKey } from '#web/lib/page-user.ts'
import { sessionStorageKey } from '#web/lib/session-store.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { sessionOf, signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { noAccess, noBilling, press, profile } from '../testing/open-profile.tsx'
import ProfilePage from './profile-page.tsx'

inFreshBrowser(forgetToast)

const first = { sub: 'first', email: 'first@agents.example' }
const second = { sub: 'second', email: 'second@agents.example' }

const Site = () => (
  <Routes>
    <Route path="*" element={<ProfilePage key={usePageKey()} />} />
  </Routes>
)

/** Opens the profile of the first user. Returns the calls received. */
const openProfile = async () => {
  signedInAs(first)
  const seen = fakeServer({
    '/functions/get-access': { body: noAccess },
    '/functions/check-subscription': { body: { subscribed: false } },
    '/functions/get-profile': [{ body: { ...profile, ...first } }, { body: { ...profile, ...second } }],
    '/functions/get-billing': { body: noBilling },
    '/functions/list-tickets': { body: { data: [] } },
    '/functions/export-account-data': { body: {} },
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
