// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { libraryFile } from '../testing/library-file.ts'
import { ItemHistory } from './item-history.tsx'

const connection = vi.hoisted(() => ({ isLost: true }))

vi.mock('./item-changes.tsx', () => {
  if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <p>The changes</p> }
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('says that the history could not be loaded, and loads it once the connection is back', async () => {
  showPage(paths.library, <ItemHistory item={{ ...libraryFile(1), hasHistory: true }} />)
  const details = screen.getByText('History').closest('details')
  if (details) details.open = true
  const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await tryAgain()
  expect((await screen.findByRole('alert')).textContent).toContain('The history could not be loaded.')
  connection.isLost = false
  await tryAgain()
  expect(await screen.findByText('The changes')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByText('History'))
})
