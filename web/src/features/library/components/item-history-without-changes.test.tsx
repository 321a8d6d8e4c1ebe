// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { libraryFile } from '../testing/library-file.ts'
import { ItemHistory } from './item-history.tsx'

inFreshBrowser()

vi.mock('./item-changes.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('says that the history could not be loaded when its code does not arrive', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showPage(paths.library, <ItemHistory item={{ ...libraryFile(1), hasHistory: true }} />)
  const details = screen.getByText('History').closest('details')
  if (details) details.open = true
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The history could not be loaded. Please reload the page.',
  )
})
