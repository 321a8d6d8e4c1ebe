// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { libraryOf } from '../items.ts'
import { LibraryTabs } from './library-tabs.tsx'

const connection = vi.hoisted(() => ({ isLost: true }))

vi.mock('./video-list.tsx', () => {
  if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <p>The videos</p> }
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('the search stays if the code of the videos does not arrive, and they are shown once the connection is back', async () => {
  const library = libraryOf({
    files: [],
    videos: [
      {
        id: 'video-1',
        title: 'Check-in',
        url: 'https://www.youtube.com/watch?v=abcdefghij1',
        video_id: 'abcdefghij1',
        created_at: '2026-07-01T09:00:00.000Z',
        changedAt: '2026-07-01T09:00:00.000Z',
        facts: null,
      },
    ],
  })
  showPage(`${paths.library}?tab=videos`, <LibraryTabs library={library} isCurrent slow={false} />)
  expect(await screen.findByText('The videos could not be loaded')).toBeTruthy()
  expect(screen.getByRole('searchbox')).toBeTruthy()
  connection.isLost = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The videos')).toBeTruthy()
})
