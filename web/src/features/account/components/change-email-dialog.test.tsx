// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { noAccess, openProfile, press } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const path = '/functions/change-email'
const type = async (address: string) => {
  await press('Change Email Address')
  await userEvent.type(screen.getByLabelText('New email address'), address)
  await press('Send link')
}

describe('change email address', () => {
  test('sends the new address and says what happens next', async () => {
    const seen = openProfile(noAccess, { [path]: { body: { success: true } } })
    await type(' new@agents.example ')
    expect(await screen.findByText('Check your inbox')).toBeTruthy()
    // A narrow screen breaks the address after the at sign.
    expect(screen.getByText(/can be used/).innerHTML).toContain('new@<wbr>agents.example')
    expect(seen.find((one) => one.path === path)?.body).toEqual({ email: 'new@agents.example' })
  })

  test('reports why the address was rejected and keeps it', async () => {
    const error = { code: 'email_unchanged', message: 'This is already your email address.' }
    openProfile(noAccess, { [path]: { status: 400, body: { error } } })
    await type('member@agents.example')
    expect(await screen.findByText(error.message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New email address').value).toBe('member@agents.example')
  })

  test('asks for the password first if the sign-in is too old', async () => {
    openProfile(noAccess, {}, { authTime: Math.floor(Date.now() / 1000) - 2 * 3600 })
    await press('Change Email Address')
    expect(screen.getByRole('dialog').textContent).toContain('Confirm it’s you')
  })
})
