// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { takeNotices } from '#web/ui/toast.ts'
import { noRejectedFiles, rejectedFiles } from './rejected-files.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

inFreshBrowser(() => {
  takeNotices()
  rejectedFiles.set(noRejectedFiles)
})

test('lists rejected files with the reason until each is dismissed', async () => {
  render(<UploadCard kind="templates" />)
  uploadQueue.add('templates', [new File(['MZ'], 'setup.exe'), new File(['MZ'], 'tool.exe')])
  uploadQueue.add('guides', [new File(['MZ'], 'other.exe')])
  const list = await screen.findByRole('list', { name: 'Rejected templates' })
  expect(list.textContent).toContain('setup.exe')
  expect(list.textContent).toContain('Not uploaded. Invalid file type (.exe)')
  expect(list.textContent).not.toContain('other.exe')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss setup.exe' }))
  expect(list.textContent).not.toContain('setup.exe')
  // The focus stays where the admin works: on the next file, and after the last one on the choice of files.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss tool.exe' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss tool.exe' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Choose templates'))
  expect(screen.queryByRole('list')).toBeNull()
})

test('dismisses all rejected files of a kind at once', async () => {
  render(<UploadCard kind="templates" />)
  uploadQueue.add('templates', [new File(['MZ'], 'setup.exe'), new File(['MZ'], 'tool.exe')])
  uploadQueue.add('guides', [new File(['MZ'], 'other.exe')])
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss all rejected' }))
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Choose templates'))
  expect(rejectedFiles.get().map(({ name }) => name)).toEqual(['other.exe'])
})

test('offers to dismiss all files only if there are several', async () => {
  render(<UploadCard kind="templates" />)
  uploadQueue.add('templates', [new File(['MZ'], 'setup.exe')])
  expect(await screen.findByRole('button', { name: 'Dismiss setup.exe' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss all rejected' })).toBeNull()
})

test('lists the first of many rejected files, and shows a notice about each of ten and one about the others', async () => {
  render(<UploadCard kind="templates" />)
  const files = Array.from({ length: 300 }, (_, i) => new File(['MZ'], `${i + 1}.exe`))
  uploadQueue.add('templates', files)
  expect(takeNotices().map(({ title }) => title)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => `Rejected: ${i + 1}.exe`),
    'Rejected: 290 more files',
  ])
  expect(await screen.findAllByRole('listitem')).toHaveLength(20)
  await userEvent.click(screen.getByRole('button', { name: 'Show more of 300' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(40)
})
