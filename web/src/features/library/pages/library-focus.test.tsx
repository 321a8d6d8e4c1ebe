// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser()

const numbers = [1, 2, 3, 4, 5, 6, 7]
const times = { createdAt: '2026-06-01T09:00:00.000Z', changedAt: '2026-06-01T09:00:00.000Z' }
const files = numbers.map((number) => ({
  name: `guides_${number}_Guide ${number}.pdf`,
  title: null,
  description: null,
  size: 5000,
  facts: null,
  ...times,
}))
const videos = numbers.map((number) => ({
  id: `link-${number}`,
  title: `Video ${number}`,
  url: `https://youtu.be/abcdefghij${number}`,
  video_id: `abcdefghij${number}`,
  created_at: times.createdAt,
  changedAt: times.changedAt,
  facts: null,
}))

// Each test has another user, because the library is kept for as long as the user stays the same.
let users = 0
const openLibrary = (search = '') => {
  users += 1
  signedInAs({ sub: `keyboard-${users}` })
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: true } },
    '/functions/get-library': { body: { files, videos } },
  })
  showPage(paths.library + search, <LibraryPage />)
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const rows = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')

describe('the focus in the library, when the pressed button disappears', () => {
  test.each([
    ['files', '', /^Show all/],
    ['videos', '?tab=videos', /^Show more/],
  ])('moves to the first of the %s that were not shown before', async (_kind, search, button) => {
    openLibrary(search)
    await press(button)
    await waitFor(() => expect(rows()[5]?.contains(document.activeElement)).toBe(true))
  })

  test.each(['Clear filters', 'Show everything'])('moves to the first filter after %s', async (button) => {
    openLibrary('?country=wales')
    await press(button)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Country')))
    expect(rows()).toHaveLength(5)
  })

  test('moves to the player of a video', async () => {
    openLibrary('?tab=videos')
    await press('Play video: Video 1')
    expect(document.activeElement).toBe(screen.getByTitle('Video 1'))
  })
})
