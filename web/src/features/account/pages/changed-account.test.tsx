// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { currentSession, storeSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { sessionOf } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { noAccess, openProfile, press, profile } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const changed = { ...profile, email: 'new@agents.example' }
/** Opens the profile of a user who then confirms another address in another tab, or on another device. */
const open = () => openProfile(noAccess, { '/functions/get-profile': [{ body: profile }, { body: changed }] })
const changedAt = (day: string, company_name: string) => ({
  ...profile,
  company_name,
  details_changed_at: `${day}T10:00:00.000Z`,
})
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

test('saves an open form as a change of the details that it was opened with', async () => {
  const before = { ...profile, details_changed_at: '2026-02-01T10:00:00.000Z' }
  const after = {
    ...changed,
    company_name: 'Changed elsewhere',
    details_changed_at: '2026-03-01T10:00:00.000Z',
  }
  const seen = openProfile(noAccess, {
    '/functions/get-profile': [{ body: before }, { body: after }],
    '/functions/update-profile': { body: after },
  })
  await press('Edit details')
  await userEvent.type(await screen.findByLabelText('Company name'), ' and Sons')
  returnToTab()
  await screen.findByText('new@agents.example')
  await press('Save details')
  // The server compares this time: it would otherwise let the form replace what it has never shown.
  await vi.waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith('update-profile'))?.body).toMatchObject({
      companyName: 'Harbour Lettings (sample) and Sons',
      details_changed_at: before.details_changed_at,
    }),
  )
})

test('shows details that were changed elsewhere after they were saved here', async () => {
  openProfile(noAccess, {
    '/functions/get-profile': [{ body: profile }, { body: changedAt('2026-03-01', 'Changed elsewhere') }],
    '/functions/update-profile': { body: changedAt('2026-02-01', 'Saved here') },
  })
  await press('Edit details')
  await press('Save details')
  await screen.findByText('Saved here')
  returnToTab()
  expect(await screen.findByText('Changed elsewhere')).toBeTruthy()
})

test('keeps showing details that were saved while the page was loading the earlier ones', async () => {
  let respond: (reply: { body: typeof profile }) => void = () => undefined
  const slow = new Promise<{ body: typeof profile }>((resolve) => {
    respond = resolve
  })
  openProfile(noAccess, {
    '/functions/get-profile': [{ body: profile }, slow],
    '/functions/update-profile': { body: changedAt('2026-02-01', 'Saved here') },
  })
  await press('Edit details')
  returnToTab()
  await press('Save details')
  await screen.findByText('Saved here')
  respond({ body: { ...profile, email: 'new@agents.example' } })
  await screen.findByText('new@agents.example')
  expect(screen.getByText('Saved here')).toBeTruthy()
})
