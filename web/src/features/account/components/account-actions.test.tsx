// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { noAccess } from '../testing/open-profile.tsx'
import { AccountActions } from './account-actions.tsx'

inFreshBrowser(forgetToast)

const show = (access: Partial<typeof noAccess>) =>
  showPage(
    paths.profile,
    <AccountActions
      access={{ ...noAccess, ...access }}
      hasEnded={false}
      billing={undefined}
      accessState="known"
      email="admin@agents.example"
      onDeleted={() => undefined}
    />,
  )

test('shows admins a link to the admin area', () => {
  show({ isAdmin: true })
  expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe(paths.admin)
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})

test('stays signed in, and says so, if the other devices could not be signed out', async () => {
  signedInAs()
  fakeServer({ '/functions/sign-out': 'unreachable' })
  show({})
  const button = screen.getByRole('button', { name: 'Sign Out Everywhere' })
  await userEvent.click(button)
  await waitFor(() => expect(toastText()).toMatch(/^Error \/ We couldn’t sign you out on your devices/))
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(currentSession()).not.toBeNull()
})
