// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { FileList } from './file-list.tsx'

vi.mock('./windowed-files.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// The boundary logs the error that it catches.
inFreshBrowser(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('shows every row of a long list if the code for long lists does not arrive', async () => {
  const files = Array.from({ length: 50 }, (_, index) => ({
    id: `guides_${index}_Letter-${index}.docx`,
    title: `Letter ${index}`,
    description: '',
    changedAt: '2026-06-01T09:00:00Z',
    typeName: 'Word document',
    facts: null,
    hasHistory: false,
    kind: 'guides' as const,
    fileClass: 'other' as const,
    fileName: `Letter-${index}.docx`,
    size: 12_000,
  }))
  showPage(
    paths.library,
    <FileList files={files} expanded onExpand={() => undefined} highlighted={undefined} />,
  )
  expect(await screen.findByRole('button', { name: /^Letter 49/ })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
})
