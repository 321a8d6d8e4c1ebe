// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { listedFile } from '../testing/listed-file.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser(forgetToast)

const access = (isSubscribed: boolean) => ({
  '/functions/get-access': { body: { isSubscribed, isAdmin: false } },
  '/functions/check-subscription': { body: { subscribed: isSubscribed } },
})
const guide = listedFile('guides_1763600000001_Guide 1.pdf')

test('shows users without a subscription a link to subscribe', async () => {
  fakeServer(access(false))
  signedInAs({ sub: 'not subscribed' })
  showPage(paths.library, <LibraryPage />)
  expect(await screen.findByText('Members only')).toBeTruthy()
  expect(screen.getByText('Please start a subscription to access the library.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(paths.subscribe)
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('offers signed-out members a way to sign in, not only to subscribe', async () => {
  fakeServer({})
  showPage(paths.library, <LibraryPage />)
  expect(await screen.findByText('Members only')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(paths.login)
})

test('tells a member whose session has ended to sign in again', async () => {
  vi.stubGlobal('open', () => ({ opener: window, closed: false, close: () => undefined }))
  fakeServer({
    ...access(true),
    '/functions/get-library': { body: { files: [guide], videos: [] } },
    '/functions/create-download': { status: 401 },
    [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
  })
  signedInAs({ sub: 'session ended' })
  showPage(paths.library, <LibraryPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Guide 1/ }))
  await waitFor(() =>
    expect(toastText()).toBe('Download failed / You’ve been signed out. Please sign in again.'),
  )
})
