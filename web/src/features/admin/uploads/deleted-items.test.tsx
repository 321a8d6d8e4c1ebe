// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { forgetDeletions } from './tab-deletions.ts'
import { facts, libraryOf, openUploads, press, select } from './testing/uploads-page.tsx'

inFreshBrowser(forgetToast)
afterEach(forgetDeletions)

const files = ['guides_1_Gas.pdf', 'guides_2_Rent.pdf']
const left = ['guides_2_Rent.pdf']
const video = {
  id: 'abcdefghij1',
  title: 'A video',
  url: 'https://youtu.be/abcdefghij1',
  video_id: 'abcdefghij1',
  created_at: '2026-01-01T10:00:00.000Z',
}
/** Facts that are overdue whenever the test runs, so that the items are in two lists. */
const overdue = { ...facts, reviewBy: '2026-02-01' }
const listed = (names: readonly string[], videos: readonly object[]) => ({
  body: { files: libraryOf(names).files.map((file) => ({ ...file, facts: overdue })), videos },
})
const rejection = (kind: string) => ({
  status: 404,
  body: { error: { code: 'not_found', message: `This ${kind} has been deleted.` } },
})

/** Opens the page. Another admin has deleted the first file and the video since. */
const open = () =>
  openUploads(files, {
    '/functions/list-media-links': [{ body: { data: [video] } }, { body: { data: [] } }],
    '/functions/get-library': [
      listed(files, [{ ...video, changedAt: video.created_at, facts: overdue }]),
      listed(left, []),
    ],
    '/functions/save-file-title': rejection('file'),
    '/functions/save-library-facts': (body) =>
      rejection(JSON.stringify(body).includes('library/') ? 'file' : 'video'),
  })

/** Expects the message, and the list without the item. */
const expectGone = async (message: string, name: string) => {
  await waitFor(() => expect(toastText()).toBe(`Save failed / ${message}`))
  await waitFor(() => expect(screen.queryByLabelText(`Select ${name}`)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByLabelText('Select Rent.pdf')).toBeTruthy()
}

describe('an item that another admin has deleted', () => {
  test.each([0, 1])('leaves the lists when its facts are saved in list %i', async (place) => {
    open()
    const name = 'Change law and review dates of Gas.pdf'
    // One in the list of due items, and one in the list of all files.
    await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2))
    await userEvent.click(screen.getAllByRole('button', { name })[place] ?? document.body)
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'England')
    await press('Save')
    await expectGone('This file has been deleted.', 'Gas.pdf')
  })

  test('leaves the list when its title is saved, although its facts are being edited', async () => {
    open()
    const name = 'Change law and review dates of Gas.pdf'
    await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2))
    await userEvent.click(screen.getAllByRole('button', { name })[1] ?? document.body)
    await press(/^Edit ?Gas/)
    // The edited file has the focus. The form for a new video has a title too.
    await userEvent.type(document.activeElement ?? document.body, 'Gas safety')
    await press('Done')
    await expectGone('This file has been deleted.', 'Gas.pdf')
  })

  test('leaves the list of videos when its facts are saved', async () => {
    open()
    const name = 'Change law and review dates of A video'
    await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2))
    await userEvent.click(screen.getAllByRole('button', { name })[1] ?? document.body)
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'England')
    await press('Save')
    await expectGone('This video has been deleted.', 'A video')
  })

  test('leaves the list when several files are changed together', async () => {
    open()
    await select('Gas.pdf')
    await press('Change country and dates')
    await userEvent.selectOptions(screen.getAllByLabelText('Country').at(-1) ?? document.body, 'Wales')
    await press('Save for all selected')
    await waitFor(() =>
      expect(toastText()).toBe('Save failed / 1 of 1 files failed. This file has been deleted.'),
    )
    await waitFor(() => expect(screen.queryByLabelText('Select Gas.pdf')).toBeNull())
  })
})
