// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { forgetDeletions } from './tab-deletions.ts'
import { openUploads } from './testing/uploads-page.tsx'
import UploadsSection from './uploads-section.tsx'

inFreshBrowser(() => {
  forgetToast()
  forgetDeletions()
})

const names = [
  'guides_1_Gas safety.pdf',
  'guides_3_Deposits.pdf',
  'guides_2_Right to rent.docx',
  'templates_4_Notice.docx',
]
const facts = {
  country: 'wales',
  topic: null,
  lawAsAt: '2026-01-01',
  reviewBy: '2099-01-01',
  whatChanged: null,
}
const library = {
  files: names.map((name, index) => ({
    name,
    title: null,
    description: null,
    size: 1000,
    createdAt: '2026-01-01T10:00:00.000Z',
    changedAt: '2026-01-01T10:00:00.000Z',
    facts: index === 0 ? facts : null,
  })),
  videos: [],
}
const failing = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong.' } } }

const open = (replies: Parameters<typeof fakeServer>[0] = {}) => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer({
    '/functions/list-media-links': { body: { data: [] } },
    '/functions/get-library': { body: library },
    ...replies,
  })
  showPage(`${paths.admin}/uploads`, <UploadsSection />)
  return seen
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const listed = (title: string) =>
  [...(screen.getByRole('heading', { name: title }).closest('section')?.querySelectorAll('li') ?? [])].map(
    (row) => row.querySelector('p')?.textContent,
  )
const choose = async (label: string, value: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), value)
const select = async (name: string) => userEvent.click(await screen.findByLabelText(`Select ${name}`))
const callsOf = (seen: ReturnType<typeof open>, name: string) =>
  seen.filter(({ path }) => path === `/functions/${name}`).map(({ body }) => body)

describe('file lists', () => {
  test('are read again when a file cannot be downloaded because it has been deleted', async () => {
    const left = { ...library, files: library.files.filter(({ name }) => name !== names[1]) }
    vi.stubGlobal('open', () => ({ opener: window, closed: false, close: () => undefined }))
    open({
      '/functions/get-library': [{ body: library }, { body: left }],
      '/functions/create-download': {
        status: 404,
        body: { error: { code: 'not_found', message: 'Not found.' } },
      },
    })
    await press(/^Download ?Deposits/)
    await waitFor(() => expect(listed('Guides')).toEqual(['Right to rent.docx', 'Gas safety.pdf']))
    expect(toastText()).toBe('Download failed / Could not get file URL.')
  })

  test('show the newest file first, and sort by name', async () => {
    open()
    await screen.findByText('Gas safety.pdf', { selector: 'p' })
    expect(listed('Guides')).toEqual(['Deposits.pdf', 'Right to rent.docx', 'Gas safety.pdf'])
    await choose('Sort by', 'name')
    await waitFor(() =>
      expect(listed('Guides')).toEqual(['Deposits.pdf', 'Gas safety.pdf', 'Right to rent.docx']),
    )
    await choose('Sort by', 'review')
    await waitFor(() => expect(listed('Guides')[0]).toBe('Gas safety.pdf'))
  })

  test('find files by words in any order, by type and by country', async () => {
    open()
    await userEvent.type(await screen.findByLabelText(/^Search titles/), 'rent RIGHT')
    await waitFor(() => expect(listed('Guides')).toEqual(['Right to rent.docx']))
    expect(screen.getByText('1 of 4 files')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText(/^Search titles/))
    await choose('File type', 'Word')
    await waitFor(() => expect(screen.getByText('2 of 4 files')).toBeTruthy())
    await choose('File type', '')
    await choose('Filter by country', 'wales')
    await waitFor(() => expect(listed('Guides')).toEqual(['Gas safety.pdf']))
    expect(listed('Templates')).toEqual([])
  })

  test('delete several files after one confirmation, load the lists once, and keep failed files selected', async () => {
    const seen = open({ '/functions/delete-library-file': [{ body: {} }, failing, { body: {} }] })
    await press('Select all files found')
    await select('Notice.docx')
    expect(screen.getByText('3 files selected')).toBeTruthy()
    await press(/^Delete selected/)
    await press('Keep them')
    expect(callsOf(seen, 'delete-library-file')).toEqual([])
    await press(/^Delete selected/)
    await press('Delete')
    await waitFor(() =>
      expect(toastText()).toBe('Delete failed / 1 of 3 files failed. Something went wrong.'),
    )
    expect(callsOf(seen, 'delete-library-file')).toHaveLength(3)
    await waitFor(() => expect(callsOf(seen, 'get-library')).toHaveLength(2))
    expect(screen.getByText('1 file selected')).toBeTruthy()
  })

  test('lose a file that was deleted here, although one of its forms is open', async () => {
    const left = names.filter((name) => name !== 'guides_3_Deposits.pdf')
    open({
      '/functions/delete-library-file': { body: {} },
      '/functions/get-library': [names, left].map((some) => ({
        body: { ...library, files: library.files.filter(({ name }) => some.includes(name)) },
      })),
    })
    // The file is also due for review: the form of its row in the list is the last.
    const forms = await screen.findAllByRole('button', {
      name: 'Change law and review dates of Deposits.pdf',
    })
    await userEvent.click(forms.at(-1) ?? document.body)
    await press(/^Delete.*Deposits\.pdf$/)
    await press('Delete')
    await waitFor(() => expect(listed('Guides')).toEqual(['Right to rent.docx', 'Gas safety.pdf']))
  })

  test('set the country of several files and keep their other facts', async () => {
    const seen = open({ '/functions/save-library-facts': { body: facts } })
    await select('Gas safety.pdf')
    await press('Change country and dates')
    await choose('Country', 'england')
    await press('Save for all selected')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    expect(callsOf(seen, 'save-library-facts')).toEqual([
      { item: 'library/guides_1_Gas safety.pdf', country: 'england' },
    ])
  })

  test('keep the typed dates when the selection becomes empty', async () => {
    open()
    await select('Gas safety.pdf')
    await press('Change country and dates')
    await userEvent.type(screen.getByLabelText('Review by'), '2027-08-01')
    await press('Clear selection')
    expect(screen.getByLabelText<HTMLInputElement>('Review by').value).toBe('2027-08-01')
    expect(screen.getByText('0 files selected')).toBeTruthy()
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save for all selected' })
    expect(save.disabled).toBe(true)
    await select('Deposits.pdf')
    expect(save.disabled).toBe(false)
  })

  test('change the country of several videos together, and delete them', async () => {
    const videos = ['v1', 'v2'].map((id) => ({
      id,
      title: `Video ${id}`,
      url: `https://youtu.be/abcdefghij${id.at(-1)}`,
      video_id: `abcdefghij${id.at(-1)}`,
      created_at: '2026-01-01T10:00:00.000Z',
    }))
    const seen = open({
      '/functions/list-media-links': { body: { data: videos } },
      '/functions/get-library': {
        body: { files: [], videos: videos.map((video) => ({ ...video, facts })) },
      },
      '/functions/save-library-facts': { body: facts },
      '/functions/delete-media-link': { body: {} },
    })
    await press('Select all videos')
    expect(screen.getByText('2 videos selected')).toBeTruthy()
    await press(/^Change country and dates/)
    await choose('Country', 'england')
    await press('Save for all selected')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    expect(callsOf(seen, 'save-library-facts')).toEqual(
      ['v1', 'v2'].map((item) => ({ item, country: 'england' })),
    )
    await press('Select all videos')
    await press(/^Delete selected/)
    await press('Delete')
    await waitFor(() => expect(callsOf(seen, 'delete-media-link')).toEqual([{ id: 'v1' }, { id: 'v2' }]))
    expect(callsOf(seen, 'list-media-links')).toHaveLength(3)
  })

  test('keep the focus in the row when editing ends, without a call after Cancel', async () => {
    const seen = open()
    await press(/^Edit ?Deposits/)
    const form = within(screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body)
    expect(document.activeElement).toBe(form.getByLabelText('Title'))
    await userEvent.type(form.getByLabelText('Title'), 'Something else')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit ?Deposits/ }))
    expect(callsOf(seen, 'save-file-title')).toEqual([])
  })

  test('keep a file whose form is open when the search no longer finds it', async () => {
    open()
    await press(/^Edit ?Deposits/)
    const form = within(screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body)
    await userEvent.type(form.getByLabelText('Title'), 'Half a ti')
    await userEvent.type(screen.getByLabelText('Search titles, names and descriptions'), 'gas')
    await waitFor(() => expect(listed('Guides')).toEqual(['Deposits.pdf', 'Gas safety.pdf']))
    expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Half a ti')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(listed('Guides')).toEqual(['Gas safety.pdf']))
  })

  test('keep what was typed when another admin has changed the title, and show theirs', async () => {
    const path = 'library/guides_3_Deposits.pdf'
    const theirs = { path, title: 'Deposits today', description: 'Schemes' }
    const conflict = { status: 409, body: { error: { code: 'item_changed', message: 'Changed.' } } }
    const seen = open({
      '/functions/list-file-titles': { body: { data: [theirs] } },
      '/functions/save-file-title': [conflict, { body: theirs }],
    })
    await press(/^Edit ?Deposits/)
    const form = within(screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body)
    await userEvent.type(form.getByLabelText('Title'), 'Tenancy deposits')
    await press('Done')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('the title ‘Deposits today’ and the description ‘Schemes’')
    expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Tenancy deposits')
    // This admin had not touched the description.
    expect(form.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Schemes')
    await press('Done')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    expect(callsOf(seen, 'save-file-title')).toEqual([
      { path, title: 'Tenancy deposits', description: null, seen: { title: null, description: null } },
      {
        path,
        title: 'Tenancy deposits',
        description: 'Schemes',
        seen: { title: 'Deposits today', description: 'Schemes' },
      },
    ])
  })

  test('show a thousand files a hundred at a time, after two requests', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `guides_${n}_File ${n}.pdf`)
    const seen = openUploads(many)
    await screen.findByText('File 999.pdf', { selector: 'p' })
    expect(document.querySelectorAll('li')).toHaveLength(100)
    expect(seen).toHaveLength(2)
    await userEvent.click(screen.getByText('Show more of 1,000'))
    expect(document.querySelectorAll('li')).toHaveLength(200)
  })
})

describe('the download of a file', () => {
  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    const location = { replace: () => undefined }
    vi.stubGlobal('open', () => ({ opener: window, closed: false, close: () => undefined, location }))
    const url = 'https://files.example/deposits.pdf'
    open({ '/functions/create-download': ['unreachable', { body: { url, viewUrl: null } }] })
    await press(/^Download ?Deposits/)
    await waitFor(() => expect(toastText()).toMatch(/^Download failed/))
    await press(/^Download ?Deposits/)
    await waitFor(() => expect(toastText()).toBe(''))
  })
})
