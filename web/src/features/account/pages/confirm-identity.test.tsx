// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { CallError } from '#web/lib/call.ts'
import * as passkeys from '#web/lib/passkeys.ts'
import { currentSession, sessionStorageKey } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { sessionOf } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { confirm, noAccess, openProfile, press } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const error = { code: 'recent_sign_in_needed', message: 'Too old.' } as const
const tooOld = { status: 403, body: { error } }
const minutesAgo = (minutes: number) => ({ authTime: Math.floor(Date.now() / 1000) - minutes * 60 })

/** Signs the same user in again in another tab, as the button of an emailed link does. */
const openLinkInAnotherTab = () => {
  const oldValue = localStorage.getItem(sessionStorageKey)
  const newValue = JSON.stringify(sessionOf({ sub: currentSession()?.user.id ?? '' }))
  localStorage.setItem(sessionStorageKey, newValue)
  act(() => {
    window.dispatchEvent(
      new StorageEvent('storage', { key: sessionStorageKey, oldValue, newValue, storageArea: localStorage }),
    )
  })
}

const requestLink = async () => {
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy()
  await confirm('Email me a link instead')
  await screen.findByText(/emailed you a link/)
}
const link = { '/functions/send-magic-link': { body: {} } }
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })

describe('the confirmation of identity after the server found the sign-in too old', () => {
  test('ends with an emailed link opened in another tab, and keeps the new password', async () => {
    openProfile(noAccess, { ...link, '/functions/update-password': tooOld }, minutesAgo(1))
    await press('Change Password')
    for (const label of ['New password', 'Confirm new password'])
      await userEvent.type(await field(label), 'Fresh-lantern-7')
    await confirm('Update Password')
    await requestLink()
    openLinkInAnotherTab()
    for (const label of ['New password', 'Confirm new password'])
      expect((await field(label)).value).toBe('Fresh-lantern-7')
  })

  test('ends with an emailed link and keeps the new address, which can then be sent', async () => {
    const path = '/functions/change-email'
    openProfile(noAccess, { ...link, [path]: [tooOld, { body: { success: true } }] }, minutesAgo(1))
    await press('Change Email Address')
    await userEvent.type(await field('New email address'), 'new@agents.example')
    await confirm('Send link')
    await requestLink()
    openLinkInAnotherTab()
    expect((await field('New email address')).value).toBe('new@agents.example')
    await confirm('Send link')
    expect(await screen.findByText('Check your inbox')).toBeTruthy()
  })

  test('ends with an emailed link and keeps the name of the passkey', async () => {
    vi.stubGlobal('PublicKeyCredential', vi.fn())
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(new CallError('', { ...error, status: 403 }))
    openProfile(noAccess, { ...link, '/functions/list-passkeys': { body: { passkeys: [] } } }, minutesAgo(1))
    await press('Add a passkey')
    await userEvent.clear(await field('Name'))
    await userEvent.type(await field('Name'), 'Work laptop')
    await confirm('Continue')
    await requestLink()
    openLinkInAnotherTab()
    expect((await field('Name')).value).toBe('Work laptop')
  })

  test('appears before a deletion too, and ends with an emailed link', async () => {
    openProfile(noAccess, { ...link, '/functions/delete-account': tooOld }, minutesAgo(1))
    await press('Delete My Account')
    await confirm('Delete My Account')
    await requestLink()
    openLinkInAnotherTab()
    expect(await screen.findByText('Delete your account?')).toBeTruthy()
  })

  test('ends with a link that is opened while the dialog is closed', async () => {
    openProfile(noAccess, { ...link, '/functions/change-email': tooOld }, minutesAgo(1))
    await press('Change Email Address')
    await userEvent.type(await field('New email address'), 'new@agents.example')
    await confirm('Send link')
    await requestLink()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    openLinkInAnotherTab()
    await press('Change Email Address')
    expect((await field('New email address')).value).toBe('')
  })
})

test.each([
  [
    'Change Password',
    'You signed in more than an hour ago. Before you can change the password of member@agents.example, please enter your current password.',
  ],
  [
    'Change Email Address',
    'You signed in more than an hour ago. Before you can change the email address member@agents.example, please enter your password.',
  ],
  [
    'Add a passkey',
    'You signed in more than an hour ago. Before you can add a passkey to member@agents.example, please enter your password.',
  ],
  [
    'Delete My Account',
    'You signed in more than ten minutes ago. Before you can delete member@agents.example, please enter your password.',
  ],
])('the confirmation says why it is needed: %s', async (opener, reason) => {
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  openProfile(noAccess, { '/functions/list-passkeys': { body: { passkeys: [] } } }, minutesAgo(61))
  await screen.findByText('member@agents.example')
  await press(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  expect(dialog.textContent).toContain(
    `${reason} You can also use a passkey, if you have one, or a link that we email to you.`,
  )
})

test('the confirmation before a deletion ends with an emailed link opened in another tab', async () => {
  openProfile(noAccess, link, minutesAgo(11))
  await press('Delete My Account')
  await requestLink()
  openLinkInAnotherTab()
  expect(await screen.findByText('Delete your account?')).toBeTruthy()
})

test('a deletion asks for a confirmation if the sign-in has become too old while the dialog was open', async () => {
  const seen = openProfile(noAccess, {}, minutesAgo(9))
  await press('Delete My Account')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 })
  await confirm('Delete My Account')
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy()
  expect(seen.map(({ path }) => path)).not.toContain('/functions/delete-account')
})
