// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
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

test('lists the first of many rejected files, and has a notice about each that is not dismissed', async () => {
  render(<UploadCard kind="templates" />)
  const names = Array.from({ length: 300 }, (_, i) => `${i + 1}.exe`)
  uploadQueue.add(
    'templates',
    names.map((name) => new File(['MZ'], name)),
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(20)
  await userEvent.click(screen.getByRole('button', { name: 'Show more of 300' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(40)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss 2.exe' }))
  const notices = takeNotices()
  expect(notices.map(({ title }) => title)).toEqual(names.map((name) => `Rejected: ${name}`))
  expect(notices.filter(({ isCurrent }) => !isCurrent?.()).map(({ title }) => title)).toEqual([
    'Rejected: 2.exe',
  ])
})

test('rejects dropped folders, which the browser lists like files, and says that they are folders', async () => {
  signedInAs()
  render(<UploadCard kind="templates" />)
  const item = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) })
  const files = [new File([''], 'Leases.pdf'), new File(['MZ'], 'setup.exe')]
  fireEvent.drop(screen.getByText('or drop them here'), {
    dataTransfer: { items: [{ kind: 'string' }, item(true), item(false)], files },
  })
  const list = await screen.findByRole('list', { name: 'Rejected templates' })
  expect(list.textContent).toContain('Not uploaded. This is a folder. Please choose the files in it.')
  expect(list.textContent).toContain('Not uploaded. Invalid file type (.exe)')
  expect(uploadQueue.get()).toEqual([])
})
