// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { isCheckingLink } from '#web/lib/auth-hash.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { button, noAccess, openProfile } from '../testing/open-profile.tsx'
import ProfilePage from './profile-page.tsx'

inFreshBrowser()
afterEach(() => isCheckingLink.set(false))

const expectOnlySpinner = () => {
  expect(screen.getByText('Loading your account')).toBeTruthy()
  expect(button('Delete My Account')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Account Information' })).toBeNull()
}

test('has no buttons while the server checks the link of a visitor who is signed out', () => {
  isCheckingLink.set(true)
  const seen = fakeServer({})
  showPage(paths.profile, <ProfilePage />)
  expectOnlySpinner()
  expect(seen).toEqual([])
})

test('shows nothing of a user who signs out while the server checks a link', async () => {
  isCheckingLink.set(true)
  openProfile(noAccess)
  expect(await screen.findByText('member@agents.example')).toBeTruthy()
  act(() => void dropSession())
  expectOnlySpinner()
  expect(screen.queryByText('member@agents.example')).toBeNull()
})
