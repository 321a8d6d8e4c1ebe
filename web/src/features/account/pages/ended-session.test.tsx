// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { address, confirm, noAccess, openProfile, press } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

/**
 * Opens the profile of a user whose session has ended on another device when they use this operation. `earlier`: responses
 * to earlier attempts.
 */
const open = (operation: string, ...earlier: 'unreachable'[]) =>
  openProfile(noAccess, {
    '/functions/list-passkeys': { body: { passkeys: [] } },
    [`/functions/${operation}`]: [...earlier, { status: 401, body: { message: 'Unauthorized' } }],
    [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
  })

const expectReport = async () => {
  await waitFor(() => expect(address()).toBe('/login'))
  expect(toastText()).toContain('You’ve been signed out')
  expect(toastText()).toContain('Your last action had no effect.')
}

describe('a session that has ended on another device', () => {
  test('is reported when a new password is sent', async () => {
    open('update-password')
    await press('Change Password')
    for (const label of ['New password', 'Confirm new password'])
      await userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), 'Fresh-lantern-7')
    await confirm('Update Password')
    await expectReport()
  })

  test('is reported with the new password that a first attempt without a response may have set', async () => {
    open('update-password', 'unreachable')
    await press('Change Password')
    for (const label of ['New password', 'Confirm new password'])
      await userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), 'Fresh-lantern-7')
    await confirm('Update Password')
    await waitFor(() => expect(toastText()).toBe('Error / Failed to update password'))
    await confirm('Update Password')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(toastText()).toBe(
      'You’ve been signed out / Your new password may have been set already. Please sign in and try again.',
    )
  })

  test('is reported when a passkey is added', async () => {
    vi.stubGlobal('PublicKeyCredential', vi.fn())
    open('start-adding-passkey')
    await press('Add a passkey')
    await confirm('Continue')
    await expectReport()
  })
})
