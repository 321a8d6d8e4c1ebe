// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { failing, openProfile, subscribed } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const choice = () => screen.findByLabelText<HTMLInputElement>(/^Email me once a month/)

describe('the monthly email', () => {
  test('is off, and can be switched on', async () => {
    const seen = openProfile(subscribed, { '/functions/set-library-emails': { body: { on: true } } })
    expect((await choice()).checked).toBe(false)
    await userEvent.click(await choice())
    await waitFor(() => expect(toastText()).toBe('Monthly email switched on'))
    expect((await choice()).checked).toBe(true)
    expect(seen.find(({ path }) => path === '/functions/set-library-emails')?.body).toEqual({ on: true })
  })

  test('stays as it was if the choice is not saved', async () => {
    openProfile(subscribed, {
      '/functions/get-library-emails': { body: { on: true } },
      '/functions/set-library-emails': failing,
    })
    await userEvent.click(await choice())
    await waitFor(() => expect(toastText()).toBe('Error / Your choice was not saved. Please try again.'))
    expect((await choice()).checked).toBe(true)
  })
})
