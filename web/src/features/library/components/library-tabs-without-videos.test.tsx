// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { libraryOf } from '../items.ts'
import { LibraryTabs } from './library-tabs.tsx'

vi.mock('./video-list.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('the search stays if the code of the videos does not arrive, and the page can be reloaded', async () => {
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
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByRole('searchbox')).toBeTruthy()
})
