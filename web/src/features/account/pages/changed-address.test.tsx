// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { currentSession, storeSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { sessionOf } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { noAccess, openProfile, press, profile } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const changed = { ...profile, email: 'new@agents.example' }
/** Opens the profile of a user who then confirms another address in another tab, or on another device. */
const open = () => openProfile(noAccess, { '/functions/get-profile': [{ body: profile }, { body: changed }] })
const returnToTab = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

test('shows an address that was changed elsewhere when the user returns to the tab', async () => {
  open()
  await screen.findByText('member@agents.example')
  returnToTab()
  expect(await screen.findByText('new@agents.example')).toBeTruthy()
})

test('shows it once the session has the new address', async () => {
  open()
  await screen.findByText('member@agents.example')
  const sub = currentSession()?.user.id ?? ''
  act(() => storeSession(sessionOf({ sub, email: 'new@agents.example' }), 'USER_UPDATED'))
  expect(await screen.findByText('new@agents.example')).toBeTruthy()
})

test('keeps the text of an open form', async () => {
  open()
  await press('Edit details')
  await userEvent.type(await screen.findByLabelText('Company name'), ' and Sons')
  returnToTab()
  await screen.findByText('new@agents.example')
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe(
    'Harbour Lettings (sample) and Sons',
  )
})
