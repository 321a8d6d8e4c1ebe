// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { forgetDeletions } from './tab-deletions.ts'
import { callsOf, failing, libraryOf, openUploads, press, select } from './testing/uploads-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  forgetDeletions()
})

const names = ['guides_1_Gas.pdf', 'guides_2_Deposits.pdf', 'templates_3_Notice.pdf']
const searchField = () => screen.findByLabelText('Search titles, names and descriptions')
const isDisabled = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

describe('changes of videos while their facts are unknown', () => {
  test('are not offered until the library has been loaded again', async () => {
    const video = {
      id: 'v1',
      title: 'Check-in',
      url: 'https://youtu.be/abcdefghij1',
      video_id: 'abcdefghij1',
    }
    openUploads(names, {
      '/functions/get-library': [failing, { body: libraryOf(names) }],
      '/functions/list-media-links': { body: { data: [video] } },
    })
    await press('Select all videos')
    expect(isDisabled(/^Change country and dates/)).toBe(true)
    const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
    await userEvent.click(retry ?? document.body)
    await screen.findByText('3 of 3 files')
    expect(isDisabled(/^Change country and dates ?of videos/)).toBe(false)
  })
})

describe('the search', () => {
  test.each(["renter's rights", 'renters', 'check in', 'CHECK–IN', 'rights (check', 'checkin'])(
    'finds %s whatever signs are typed',
    async (query) => {
      openUploads([...names, 'guides_4_Renter’s Rights – check-in.pdf'])
      await userEvent.type(await searchField(), query)
      expect(await screen.findByText('1 of 4 files')).toBeTruthy()
    },
  )
})

describe('the selection', () => {
  test('says how many of the selected files the search does not find', async () => {
    openUploads(names)
    await press('Select all files found')
    await userEvent.type(await searchField(), 'gas')
    expect(await screen.findByText('3 files selected, 2 of them not in the lists below')).toBeTruthy()
    await userEvent.clear(await searchField())
    expect(await screen.findByText('3 files selected')).toBeTruthy()
  })

  test('keeps the files that are selected when all found are added', async () => {
    openUploads(names)
    await select('Notice.pdf')
    await userEvent.type(await searchField(), 'gas')
    await screen.findByText('1 of 3 files')
    await press('Select all files found')
    expect(await screen.findByText('2 files selected, 1 of them not in the lists below')).toBeTruthy()
  })

  test('keeps the focus at the buttons when it is cleared', async () => {
    openUploads(names)
    await select('Notice.pdf')
    await press('Clear selection')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select all files found' }))
  })

  test('leaves out files of an unknown kind, which neither list shows and no operation accepts', async () => {
    openUploads([...names, 'others_4_Stray.pdf'])
    expect(await screen.findByText('3 of 3 files')).toBeTruthy()
    await press('Select all files found')
    expect(await screen.findByText('3 files selected')).toBeTruthy()
    expect(document.body.textContent).not.toContain('Stray')
  })

  test('leaves out found files whose name does not begin with their kind, because no operation accepts them', async () => {
    openUploads([...names, 'old guides_4_Law.pdf'])
    await press('Select all files found')
    expect(await screen.findByText('3 files selected')).toBeTruthy()
    expect(screen.getByLabelText('Select old guides_4_Law.pdf')).toBeTruthy()
  })

  test('is listed in the confirmation of a deletion, up to ten titles', async () => {
    const many = Array.from({ length: 12 }, (_, n) => `guides_${n + 1}_File ${n + 1}.pdf`)
    openUploads(many)
    await press('Select all files found')
    await press(/^Delete selected/)
    const rows = within(await screen.findByRole('dialog')).getAllByRole('listitem')
    expect(rows).toHaveLength(11)
    expect(rows[0]?.textContent).toBe('File 1.pdf')
    expect(rows.at(-1)?.textContent).toBe('And 2 more')
  })
})

describe('the form of several files', () => {
  test('returns the focus to its button when it is cancelled', async () => {
    openUploads(names)
    await press('Select all files found')
    await press('Change country and dates')
    await press('Cancel')
    const button = screen.getByRole('button', { name: 'Change country and dates' })
    expect(document.activeElement).toBe(button)
  })

  test('shows how many of the selected files are saved', async () => {
    const { promise: last, resolve: endLast } = deferred<{ body: object }>()
    openUploads(names, { '/functions/save-library-facts': [{ body: {} }, last] })
    await select('Gas.pdf')
    await select('Deposits.pdf')
    await press('Change country and dates')
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Wales')
    await press('Save for all selected')
    expect(await screen.findByText('1 of 2 saved')).toBeTruthy()
    await select('Notice.pdf')
    expect(screen.getByText('1 of 2 saved')).toBeTruthy()
    endLast({ body: {} })
    await waitFor(() => expect(toastText()).toBe('Saved'))
  })

  test('keeps the files that are ticked or unticked while it is saving', async () => {
    const { promise: first, resolve: endFirst } = deferred<{ body: object }>()
    openUploads(names, { '/functions/save-library-facts': [first, failing] })
    await select('Gas.pdf')
    await select('Deposits.pdf')
    await press('Change country and dates')
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Wales')
    await press('Save for all selected')
    await select('Notice.pdf')
    await select('Deposits.pdf')
    endFirst({ body: {} })
    await waitFor(() => expect(toastText()).toContain('1 of 2 files failed'))
    const isTicked = (name: string) => screen.getByLabelText<HTMLInputElement>(`Select ${name}`).checked
    expect(['Gas.pdf', 'Deposits.pdf', 'Notice.pdf'].map(isTicked)).toEqual([false, false, true])
  })
})

describe('the video form', () => {
  test.each([
    ['title_updated', 'This video is already in the library. Its title was updated.'],
    ['unchanged', 'This video is already in the library.'],
  ])('states that a known video was not added: %s', async (outcome, text) => {
    openUploads(names, { '/functions/add-media-link': { body: { outcome } } })
    await userEvent.type(await screen.findByLabelText('YouTube link'), 'https://youtu.be/abcdefghij2')
    await press('Add video')
    await waitFor(() => expect(toastText()).toBe(text))
  })
})

describe('a running deletion', () => {
  test('shows how many files are deleted, and cannot be taken for stopped', async () => {
    const { promise: last, resolve: endLast } = deferred<{ body: object }>()
    const seen = openUploads(names, {
      '/functions/delete-library-file': [{ body: {} }, { body: {} }, last],
    })
    await press('Select all files found')
    await press(/^Delete selected/)
    await press('Delete')
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe('2 of 3 deleted'))
    expect(isDisabled('Keep them')).toBe(true)
    expect(isDisabled('Close')).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBe(dialog)
    endLast({ body: {} })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toastText()).toBe('Deleted')
    expect(callsOf(seen, 'delete-library-file')).toHaveLength(3)
  })

  test('keeps the focus at the buttons when nothing that the search found is left', async () => {
    openUploads(names, {
      '/functions/delete-library-file': { body: {} },
      '/functions/get-library': [{ body: libraryOf(names) }, { body: libraryOf(names.slice(1)) }],
    })
    await userEvent.type(await searchField(), 'gas')
    await screen.findByText('1 of 3 files')
    await press('Select all files found')
    await press(/^Delete selected/)
    await press('Delete')
    await screen.findByText('0 of 2 files')
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Selected files' }))
  })
})
