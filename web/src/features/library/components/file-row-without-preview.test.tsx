// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { libraryFile } from '../testing/library-file.ts'
import { FileRow } from './file-row.tsx'

const connection = vi.hoisted(() => ({ isLost: true }))

vi.mock('./preview-dialog.tsx', () => {
  if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <p>The question</p> }
})

inFreshBrowser(() => {
  forgetToast()
  // The boundary logs the error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a row stays if the question before its preview does not arrive, and asks it once the connection is back', async () => {
  showPage(paths.library, <FileRow file={libraryFile(1)} highlighted={false} />)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get')
  for (const [online, advice] of [
    [true, 'Please download the file, or try again.'],
    // A download would fail too.
    [false, 'You’re offline. Please check your connection and try again.'],
  ] as const) {
    forgetToast()
    isOnline.mockReturnValue(online)
    await userEvent.click(screen.getByRole('button', { name: /^Letter/ }))
    await waitFor(() => expect(toastText()).toBe(`The preview could not be opened / ${advice}`))
    expect(screen.getByRole('button', { name: 'Download Letter 1' })).toBeTruthy()
  }
  connection.isLost = false
  isOnline.mockRestore()
  await userEvent.click(screen.getByRole('button', { name: /^Letter/ }))
  expect(await screen.findByText('The question')).toBeTruthy()
})
