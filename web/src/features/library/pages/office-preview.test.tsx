// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { storeConsent } from '#web/lib/consent.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser()

const letter = {
  name: 'guides_1_Letter.docx',
  title: null,
  description: null,
  size: 12_000,
  createdAt: '2026-06-01T09:00:00Z',
  changedAt: '2026-06-01T09:00:00Z',
  facts: null,
}
const viewUrl = 'https://viewer.example/letter'

/** Returns a function that selects the file, the tab it opens in, and the requests that the page sent. */
const openLibrary = async () => {
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', () => ({ opener: window, closed: false, location: { replace } }))
  const seen = fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: true } },
    '/functions/get-library': { body: { files: [letter], videos: [] } },
    '/functions/create-download': { body: { url: `${location.href}#saved`, viewUrl } },
  })
  signedInAs()
  showPage(paths.library, <LibraryPage />)
  const row = await screen.findByRole('button', { name: /^Letter.docx/ })
  const requests = () => seen.filter(({ path }) => path === '/functions/create-download')
  return { select: () => userEvent.click(row), replace, requests }
}

describe('the preview of an Office file', () => {
  test.each([
    ['no choice is stored', () => undefined],
    ['the visitor allowed only what is necessary', () => storeConsent(false)],
  ])('asks each time when %s', async (_case, choose) => {
    choose()
    const { select, replace, requests } = await openLibrary()
    for (const times of [1, 2]) {
      await select()
      const preview = await screen.findByRole('button', { name: 'Open preview' })
      expect(requests()).toHaveLength(times - 1)
      await userEvent.click(preview)
      await waitFor(() => expect(replace).toHaveBeenCalledTimes(times))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    expect(replace).toHaveBeenLastCalledWith(viewUrl)
  })

  test('opens without a question after Accept all', async () => {
    storeConsent(true)
    const { select, replace } = await openLibrary()
    await select()
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(viewUrl))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('offers the download instead, and opens nothing when it is closed', async () => {
    const { select, replace, requests } = await openLibrary()
    await select()
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(requests()).toEqual([])
    await select()
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(requests()).toHaveLength(1))
    expect(requests()[0]?.body).toMatchObject({ save: true })
    expect(replace).not.toHaveBeenCalled()
  })
})
