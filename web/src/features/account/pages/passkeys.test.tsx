// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { CallError } from '#web/lib/call.ts'
import * as passkeys from '#web/lib/passkeys.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { button, confirm, failing, noAccess, openProfile, press } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const laptop = {
  id: 'a'.repeat(64),
  name: 'Work laptop',
  createdAt: '2026-11-20T11:00:00.000Z',
  lastUsedAt: '2026-11-21T11:00:00.000Z',
}
const phone = { ...laptop, id: 'b'.repeat(64), name: 'Phone', lastUsedAt: null }
const listed = (...all: object[]) => ({ '/functions/list-passkeys': { body: { passkeys: all } } })
const signInAgain = async () => void signedInAs({ sub: currentSession()?.user.id ?? '' })
const twoHoursAgo = () => ({ authTime: Math.floor(Date.now() / 1000) - 7200 })

describe('the passkeys on /profile', () => {
  beforeEach(() => vi.stubGlobal('PublicKeyCredential', vi.fn()))

  test('are listed with their creation and last use', async () => {
    openProfile(noAccess, listed(laptop, phone))
    expect(await screen.findByText('Work laptop')).toBeTruthy()
    expect(screen.getByText('Added on 20 November 2026. Last used on 21 November 2026.')).toBeTruthy()
    expect(screen.getByText('Added on 20 November 2026. Not used yet.')).toBeTruthy()
  })

  test('have their name on a line of its own', async () => {
    openProfile(noAccess, listed(phone))
    expect((await screen.findByText('Phone')).closest('p')?.textContent).toBe('Phone')
  })

  test('are not shown in a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    const seen = openProfile(noAccess, listed(laptop))
    await screen.findByText('member@agents.example')
    expect(screen.queryByText('Passkeys')).toBeNull()
    expect(seen.map(({ path }) => path)).not.toContain('/functions/list-passkeys')
  })

  test('can be loaded again after a failure', async () => {
    openProfile(noAccess, { '/functions/list-passkeys': [failing, { body: { passkeys: [] } }] })
    await screen.findByText('Your passkeys could not be loaded')
    await press('Try again')
    expect(await screen.findByText(/A passkey lets you sign in/)).toBeTruthy()
  })

  test('are added under a name', async () => {
    const add = vi.spyOn(passkeys, 'addPasskey').mockResolvedValue()
    openProfile(noAccess, {
      '/functions/list-passkeys': [{ body: { passkeys: [] } }, { body: { passkeys: [laptop] } }],
    })
    await press('Add a passkey')
    const field = screen.getByLabelText('Name')
    await userEvent.clear(field)
    await confirm('Continue')
    expect(screen.getByText('Name is required')).toBeTruthy()
    await userEvent.type(field, 'Work laptop')
    await confirm('Continue')
    expect(await screen.findByText('Work laptop')).toBeTruthy()
    expect(add).toHaveBeenCalledWith('Work laptop')
    expect(toastText()).toMatch(/^Passkey added/)
  })

  test('explains a cancelled dialog and keeps the name', async () => {
    const cancelled = Object.assign(new Error('x'), { name: 'NotAllowedError' })
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(cancelled)
    openProfile(noAccess, listed(laptop))
    await press('Add a passkey')
    await confirm('Continue')
    expect(await screen.findByText('No passkey was added. You can try again.')).toBeTruthy()
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Passkey 2')
  })

  test('require a confirmation of identity if the sign-in is older than an hour', async () => {
    const confirmed = vi.spyOn(passkeys, 'confirmWithPasskey').mockResolvedValue()
    openProfile(noAccess, listed(laptop), twoHoursAgo())
    await press('Add a passkey')
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    expect(screen.queryByLabelText('Name')).toBeNull()
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Use a passkey' }))
    expect(confirmed).toHaveBeenCalled()
  })

  test('are removed after a confirmation', async () => {
    const seen = openProfile(noAccess, {
      '/functions/list-passkeys': [{ body: { passkeys: [laptop] } }, { body: { passkeys: [] } }],
      '/functions/remove-passkey': [failing, { body: { success: true } }],
    })
    await press('Remove Work laptop')
    expect(screen.getByRole('dialog').textContent).toContain('‘Work laptop’')
    await confirm('Remove passkey')
    expect(await screen.findByText('Something went wrong.')).toBeTruthy()
    await confirm('Remove passkey')
    await waitFor(() => expect(button('Remove Work laptop')).toBeNull())
    expect(seen.find(({ path }) => path === '/functions/remove-passkey')?.body).toEqual({ id: laptop.id })
  })

  test('disappear when they were removed in another tab', async () => {
    openProfile(noAccess, {
      '/functions/list-passkeys': [{ body: { passkeys: [laptop] } }, { body: { passkeys: [] } }],
      '/functions/remove-passkey': {
        status: 404,
        body: { error: { code: 'not_found', message: 'Not found.' } },
      },
    })
    await press('Remove Work laptop')
    await confirm('Remove passkey')
    await waitFor(() => expect(button('Remove Work laptop')).toBeNull())
    expect(toastText()).toMatch(/^Passkey removed/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const lost = new CallError('Unknown error occurred', { status: 0, hasNoServerMessage: true })

  test('are listed when only the response to adding one was lost', async () => {
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(lost)
    openProfile(noAccess, {
      '/functions/list-passkeys': [
        { body: { passkeys: [] } },
        { body: { passkeys: [{ ...laptop, name: 'Passkey 1' }] } },
      ],
    })
    await press('Add a passkey')
    await confirm('Continue')
    expect(await screen.findByText('Passkey 1')).toBeTruthy()
    expect(toastText()).toMatch(/^Passkey added/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('can be added again when it is not known whether one was added', async () => {
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(lost)
    openProfile(noAccess, listed(laptop))
    await press('Add a passkey')
    await confirm('Continue')
    expect(await screen.findByText(/^We couldn’t confirm that the passkey was added\./)).toBeTruthy()
    expect(toastText()).toBe('')
  })

  test('are read again when the browser already has one for the account', async () => {
    const exists = Object.assign(new Error('x'), { name: 'InvalidStateError' })
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(exists)
    openProfile(noAccess, {
      '/functions/list-passkeys': [{ body: { passkeys: [] } }, { body: { passkeys: [laptop] } }],
    })
    await press('Add a passkey')
    await confirm('Continue')
    expect(await screen.findByText(/already has a passkey for your account/)).toBeTruthy()
    expect(await screen.findByText('Work laptop')).toBeTruthy()
  })

  test('are read again when another tab has added the last one that the account can have', async () => {
    const code = 'too_many_passkeys'
    vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(new CallError('Too many.', { status: 409, code }))
    openProfile(noAccess, {
      '/functions/list-passkeys': [{ body: { passkeys: [] } }, { body: { passkeys: [laptop] } }],
    })
    await press('Add a passkey')
    await confirm('Continue')
    expect(await screen.findByText('Too many.')).toBeTruthy()
    expect(await screen.findByText('Work laptop')).toBeTruthy()
  })

  describe('keep the focus', () => {
    const expectFocus = () =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Passkeys' })))

    test('after one was added', async () => {
      vi.spyOn(passkeys, 'addPasskey').mockResolvedValue()
      openProfile(noAccess, listed(laptop))
      await press('Add a passkey')
      await confirm('Continue')
      await expectFocus()
    })

    test('after one was removed', async () => {
      openProfile(noAccess, { ...listed(laptop), '/functions/remove-passkey': { body: { success: true } } })
      await press('Remove Work laptop')
      await confirm('Remove passkey')
      await expectFocus()
    })

    test('when the button of the dialog is gone because the account has the last one that it can have', async () => {
      const code = 'too_many_passkeys'
      vi.spyOn(passkeys, 'addPasskey').mockRejectedValue(new CallError('Too many.', { status: 409, code }))
      const all = Array.from({ length: maxPasskeys }, (_, i) => ({ ...laptop, id: `${i}` }))
      openProfile(noAccess, {
        '/functions/list-passkeys': [{ body: { passkeys: [] } }, { body: { passkeys: all } }],
      })
      await press('Add a passkey')
      await confirm('Continue')
      expect(await screen.findByText('Too many.')).toBeTruthy()
      await waitFor(() => expect(screen.getAllByText('Work laptop')).toHaveLength(maxPasskeys))
      await confirm('Cancel')
      await expectFocus()
    })
  })

  test('confirm the identity before the account is deleted', async () => {
    vi.spyOn(passkeys, 'confirmWithPasskey').mockImplementation(signInAgain)
    openProfile(noAccess, listed(laptop), twoHoursAgo())
    await screen.findByText('Work laptop')
    await press('Delete My Account')
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('Delete your account?')).toBeTruthy()
  })
})
