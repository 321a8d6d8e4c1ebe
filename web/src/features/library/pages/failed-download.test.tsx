// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { listedFile } from '../testing/listed-file.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser(forgetToast)

test('closes the toast of a failed download when the next one succeeds', async () => {
  const replace = vi.fn<(address: string) => void>()
  const tab = { opener: window, closed: false, location: { replace }, close: () => undefined }
  vi.stubGlobal('open', () => tab)
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: true } },
    '/functions/get-library': {
      body: { files: [listedFile('guides_1763600000001_Guide 1.pdf')], videos: [] },
    },
    '/functions/create-download': [
      { status: 500, body: { error: { message: 'Busy.' } } },
      { body: { url: 'https://files.example/a' } },
    ],
  })
  signedInAs()
  showPage(paths.library, <LibraryPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Guide 1/ }))
  await waitFor(() => expect(toastText()).toBe('Download failed / Busy.'))
  await userEvent.click(screen.getByRole('button', { name: /^Guide 1/ }))
  await waitFor(() => expect(replace).toHaveBeenCalledOnce())
  await waitFor(() => expect(toastText()).toBe(''))
})
