// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { libraryFile } from '../testing/library-file.ts'
import { FileList } from './file-list.tsx'

vi.mock('./windowed-files.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('shows every row of a long list if the code for long lists does not arrive', async () => {
  const files = Array.from({ length: 50 }, (_, number) => libraryFile(number))
  showPage(
    paths.library,
    <FileList files={files} expanded onExpand={() => undefined} highlighted={undefined} />,
  )
  expect(await screen.findByRole('button', { name: /^Letter 49/ })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
})
