// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { button, noAccess, openProfile, press, profile } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const path = '/functions/update-profile'
const rejected = { status: 409, body: { error: { code: 'profile_changed', message: 'Changed elsewhere.' } } }
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const retype = async (label: string, text: string) => {
  await userEvent.clear(input(label))
  if (text !== '') await userEvent.type(input(label), text)
}

describe('your details', () => {
  test('shows the details', async () => {
    openProfile(noAccess)
    expect(await screen.findByText('Harbour Lettings (sample)')).toBeTruthy()
    for (const text of ['Nadia Oyelaran', '2 Example Row, Sampleton, ZZ1 1ZZ', 'Agent'])
      expect(screen.getByText(text)).toBeTruthy()
  })

  test('saves changed details and shows them', async () => {
    const changed = { ...profile, city: 'Newtown', details_changed_at: '2027-05-01T12:00:00.000Z' }
    const seen = openProfile(noAccess, { [path]: { body: changed } })
    await press('Edit details')
    await waitFor(() => expect(document.activeElement).toBe(input('Full name')))
    await retype('City', 'Newtown')
    await press('Save details')
    expect(await screen.findByText('2 Example Row, Newtown, ZZ1 1ZZ')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(button('Edit details')))
    expect(toastText()).toContain('Details saved')
    expect(seen.find((one) => one.path === path)?.body).toMatchObject({
      fullName: 'Nadia Oyelaran',
      city: 'Newtown',
      numberOfEmployees: 3,
      userType: 'agent',
    })
  })

  test('discards changes on cancel', async () => {
    const seen = openProfile(noAccess)
    await press('Edit details')
    await retype('City', 'Newtown')
    await press('Cancel')
    expect(document.activeElement).toBe(button('Edit details'))
    expect(screen.getByText('2 Example Row, Sampleton, ZZ1 1ZZ')).toBeTruthy()
    expect(seen.map((one) => one.path)).not.toContain(path)
  })

  test('checks the fields with the rules of the sign-up form', async () => {
    const seen = openProfile(noAccess)
    await press('Edit details')
    await retype('Company name', '')
    await retype('Number of employees', '')
    await press('Save details')
    expect(await screen.findByText('Company name is required')).toBeTruthy()
    expect(screen.getByText('Number of employees must be at least 1')).toBeTruthy()
    expect(seen.map((one) => one.path)).not.toContain(path)
  })

  test('reports a failure and keeps what was typed', async () => {
    openProfile(noAccess, { [path]: rejected })
    await press('Edit details')
    await retype('City', 'Newtown')
    await press('Save details')
    await waitFor(() => expect(screen.getByText('Changed elsewhere.')).toBeTruthy())
    // The alert is next to the pressed button, because the top of the form is above the screen.
    const alert = screen.getByRole('alert')
    expect(alert.nextElementSibling?.contains(button('Save details'))).toBe(true)
    expect(input('City').value).toBe('Newtown')
    expect(button('Save details')?.getAttribute('aria-disabled')).toBeNull()
  })

  test.each([
    ['a rejection', rejected, 'Your details were not saved / Changed elsewhere.'],
    ['a lost response', 'unreachable' as const, 'Your details may not have been saved / Please try again.'],
  ])('reports %s in a toast if the user has left the page', async (_failure, reply, text) => {
    const response = deferred<typeof reply>()
    const seen = openProfile(noAccess, { [path]: response.promise })
    await press('Edit details')
    await press('Save details')
    await waitFor(() => expect(seen.map((one) => one.path)).toContain(path))
    cleanup()
    response.resolve(reply)
    await waitFor(() => expect(toastText()).toBe(text))
  })

  test('says that nothing was saved when the session has ended on another device', async () => {
    openProfile(noAccess, {
      [path]: { status: 401, body: { message: 'Unauthorized' } },
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    await press('Edit details')
    await press('Save details')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'))
    expect(toastText()).toContain('You’ve been signed out')
    expect(toastText()).toContain('Your last action had no effect.')
  })
})
