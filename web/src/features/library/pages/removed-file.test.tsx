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

const first = listedFile('guides_1763600000001_Guide 1.pdf')
const second = listedFile('guides_1763600000002_Guide 2.pdf')

test.each(['opened', 'downloaded'])(
  'says that a file was removed when it is %s, and reads the list again',
  async (action) => {
    vi.stubGlobal('open', () => ({ opener: window, closed: false, close: () => undefined }))
    fakeServer({
      '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
      '/functions/check-subscription': { body: { subscribed: true } },
      '/functions/get-library': [
        { body: { files: [first, second], videos: [] } },
        { body: { files: [second], videos: [] } },
      ],
      '/functions/create-download': {
        status: 404,
        body: { error: { code: 'not_found', message: 'Not found.' } },
      },
    })
    signedInAs({ sub: `user-${action}` })
    showPage(paths.library, <LibraryPage />)
    const name = action === 'opened' ? /^Guide 1/ : 'Download Guide 1.pdf'
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() =>
      expect(toastText()).toBe('Download failed / This file has been removed from the library.'),
    )
    await waitFor(() => expect(screen.queryByText('Guide 1.pdf')).toBeNull())
    expect(screen.getByText('Guide 2.pdf')).toBeTruthy()
  },
)
