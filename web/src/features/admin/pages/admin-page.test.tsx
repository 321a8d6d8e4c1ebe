// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { facts } from '../uploads/testing/uploads-page.tsx'
import AdminPage from './admin-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  takeNotices()
})

const access = (facts: object) => ({
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false, ...facts } },
  '/functions/check-subscription': { body: { subscribed: false } },
  '/functions/get-second-factor': { body: { is_set_up: true, valid_until: '2027-03-01T22:00:00.000Z' } },
})
const uploads = `${paths.admin}/uploads`
const path = 'library/guides_1_Gas safety.pdf'
const adminReplies = {
  ...access({ isAdmin: true }),
  '/functions/get-library': {
    body: {
      files: [
        { name: 'guides_1_Gas safety.pdf', title: 'Gas', description: 'Each year', facts },
        { name: 'templates_2_Notice.docx', title: null, description: null, facts },
      ],
      videos: [],
    },
  },
  '/functions/list-media-links': {
    body: {
      data: [
        {
          id: 'video-1',
          title: 'Check-in',
          url: 'https://www.youtube.com/watch?v=abcdefghij1',
          video_id: 'abcdefghij1',
          created_at: '2026-07-01T09:00:00.000Z',
        },
      ],
    },
  },
}
const failing = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong.' } } }
const failed = (name: string) => ({ [`/functions/${name}`]: failing })
const success = (name: string, body: object = {}) => ({ [`/functions/${name}`]: { body } })

// Each test has another admin, because the access status is kept for as long as the user stays the same.
let admins = 0
const open = (address = uploads, signedIn = true) => {
  admins += 1
  if (signedIn) signedInAs({ sub: `admin-${admins}` })
  showPage(
    address,
    <Routes>
      <Route path={`${paths.admin}/*`} element={<AdminPage />} />
      <Route path="*" element={null} />
    </Routes>,
  )
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const address = () => screen.getByTestId('address').textContent
const pathsOf = (seen: readonly { path: string }[]) => seen.map((call) => call.path)

describe('the way from the admin area to the home page', () => {
  test('is explained to an admin whose role cannot be checked', async () => {
    fakeServer(failed('get-access'))
    open()
    await waitFor(() => expect(address()).toBe(paths.home))
    await waitFor(() => expect(toastText()).toContain('Unable to verify admin status.'))
  })

  test('is not explained to a user who is not an admin', async () => {
    fakeServer(access({}))
    open()
    await waitFor(() => expect(address()).toBe(paths.home))
    expect(toastText()).not.toContain('Unable to verify admin status.')
  })
})

describe('admin area', () => {
  test('redirects signed-out visitors to the sign-in page', async () => {
    fakeServer({})
    open(paths.admin, false)
    await waitFor(() => expect(address()).toBe(paths.login))
  })

  test('redirects to the home page a user who is not an admin, or whose role cannot be checked', async () => {
    for (const replies of [access({}), failed('get-access')]) {
      fakeServer(replies)
      open()
      await waitFor(() => expect(screen.getAllByTestId('address').at(-1)?.textContent).toBe(paths.home))
    }
  })

  test('shows a spinner during the check, then the section and the link back to the site', async () => {
    fakeServer(adminReplies)
    open(`${uploads}/`)
    expect(screen.getByText('Checking your access')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'File Uploads' })).toBeTruthy()
    expect(screen.getByText(/All file types supported/)).toBeTruthy()
    const side = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(side.getByRole('link', { name: 'Uploads' }).getAttribute('aria-current')).toBe('page')
    expect(side.getByRole('link', { name: 'Back to Site' }).getAttribute('href')).toBe(paths.home)
  })

  test.each([
    ['', 'Users'],
    ['/users', 'Users'],
    ['/referrals', 'Referrals'],
    ['/account', 'My Account'],
    ['/nonsense', 'Users'],
    ['/uploads/nonsense', 'Users'],
  ])('/admin%s shows %s', async (section, title) => {
    fakeServer(access({ isAdmin: true }))
    open(paths.admin + section)
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy()
    await waitFor(() => expect(document.title).toContain(`${title} · Admin · `))
  })

  test('redirects a former admin after the next call', async () => {
    const isAdmin = access({ isAdmin: true })['/functions/get-access']
    fakeServer({
      ...access({}),
      '/functions/get-access': [isAdmin, { body: { isSubscribed: false, isAdmin: false } }],
      '/functions/get-users': {
        status: 403,
        body: { error: { code: 'forbidden', message: 'You do not have access to this.' } },
      },
    })
    open(`${paths.admin}/users`)
    await userEvent.type(await screen.findByRole('searchbox'), 'nadia{Enter}')
    await waitFor(() => expect(address()).toBe(paths.home))
  })

  test('lists guides, templates and videos', async () => {
    fakeServer(adminReplies)
    open()
    expect(await screen.findByText('Gas')).toBeTruthy()
    expect(screen.getByText('Each year')).toBeTruthy()
    expect(screen.getByText('Notice.docx', { selector: 'p' })).toBeTruthy()
    expect(await screen.findByText('Check-in', { selector: 'p' })).toBeTruthy()
  })

  test('shows empty lists, reports lists that cannot be loaded, and tries again', async () => {
    fakeServer({
      ...adminReplies,
      '/functions/get-library': [failing, { body: { files: [], videos: [] } }],
      '/functions/list-media-links': { body: { data: [] } },
    })
    open()
    await waitFor(() => expect(toastText()).toBe('Failed to list files / Something went wrong.'))
    expect(await screen.findByText('No YouTube videos yet.')).toBeTruthy()
    const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
    await userEvent.click(retry ?? document.body)
    expect(await screen.findByText('No guides found.')).toBeTruthy()
    expect(screen.getByText('No templates found.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Guides' })))
  })

  test('reports when the videos cannot be loaded', async () => {
    fakeServer({ ...adminReplies, ...failed('list-media-links') })
    open()
    await waitFor(() => expect(toastText()).toMatch(/^Failed to load videos/))
  })

  test('saves a changed title, and makes no call for an unchanged one', async () => {
    const seen = fakeServer({ ...adminReplies, ...success('save-file-title') })
    open()
    await press(/^Edit ?Gas safety/)
    await press('Done')
    expect(pathsOf(seen)).not.toContain('/functions/save-file-title')
    await press(/^Edit ?Gas safety/)
    const form = within(screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body)
    await userEvent.clear(form.getByLabelText('Description'))
    await press('Done')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    const saved = seen.find((call) => call.path === '/functions/save-file-title')
    expect(saved?.body).toEqual({
      path,
      title: 'Gas',
      description: null,
      seen: { title: 'Gas', description: 'Each year' },
    })
  })

  test('keeps the form open when a title cannot be saved', async () => {
    fakeServer({ ...adminReplies, ...failed('save-file-title') })
    open()
    await press(/^Edit ?Gas safety/)
    await userEvent.type(screen.getByLabelText('Description'), ' and after works')
    await press('Done')
    await waitFor(() => expect(toastText()).toMatch(/^Save failed/))
    expect(screen.getByDisplayValue('Each year and after works')).toBeTruthy()
  })

  test('removes title and description of a file', async () => {
    const seen = fakeServer({ ...adminReplies, ...success('delete-file-title') })
    open()
    await press(/^Edit ?Gas safety/)
    await press(/^Delete ?title and description/)
    await press('Keep it')
    expect(pathsOf(seen)).not.toContain('/functions/delete-file-title')
    await press(/^Delete ?title and description/)
    await press('Delete')
    await waitFor(() => expect(toastText()).toBe('Removed'))
    expect(seen.find((call) => call.path === '/functions/delete-file-title')?.body).toEqual({
      path,
      seen: { title: 'Gas', description: 'Each year' },
    })
  })

  test('deletes a file only after a confirmation, and reports the result', async () => {
    const seen = fakeServer({ ...adminReplies, '/functions/delete-library-file': [failing, { body: {} }] })
    open()
    await press(/^Delete file ?Gas safety/)
    await press('Keep it')
    expect(pathsOf(seen)).not.toContain('/functions/delete-library-file')
    await press(/^Delete file ?Gas safety/)
    await press('Delete')
    await waitFor(() => expect(toastText()).toMatch(/^Delete failed/))
    await press('Delete')
    await waitFor(() => expect(toastText()).toBe('Deleted'))
    await waitFor(() =>
      expect(pathsOf(seen).filter((called) => called.endsWith('get-library'))).toHaveLength(2),
    )
  })

  test('downloads in a new tab, with a link that is signed on the click', async () => {
    const replace = vi.fn<(url: string) => void>()
    const close = vi.fn<() => void>()
    vi.stubGlobal('open', () => ({ opener: window, closed: false, close, location: { replace } }))
    fakeServer({
      ...adminReplies,
      '/functions/create-download': [
        { body: { url: 'https://files.example/a', viewUrl: 'https://v.example' } },
        failing,
      ],
    })
    open()
    await press(/^Download ?Gas safety/)
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('https://files.example/a'))
    await press(/^Download ?Gas safety/)
    await waitFor(() => expect(toastText()).toBe('Download failed / Could not get file URL.'))
    expect(close).toHaveBeenCalledOnce()
  })

  test('adds a video only with a valid link, after a preview', async () => {
    const seen = fakeServer({
      ...adminReplies,
      '/functions/add-media-link': [failing, { body: { outcome: 'added' } }],
    })
    open()
    const link = await screen.findByLabelText('YouTube link')
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add video' })
    expect(add.disabled).toBe(true)
    await userEvent.type(link, 'https://vimeo.com/1{Enter}')
    expect(add.disabled).toBe(true)
    expect(toastText()).toBe('Invalid YouTube URL / Please paste a valid YouTube link.')
    await userEvent.clear(link)
    await userEvent.type(link, 'https://youtu.be/abcdefghij2')
    expect(add.disabled).toBe(false)
    expect(screen.getByTitle<HTMLIFrameElement>('Preview of the video').src).toContain('/embed/abcdefghij2')
    await userEvent.click(add)
    await waitFor(() => expect(toastText()).toMatch(/^Could not add video/))
    await userEvent.click(add)
    await waitFor(() => expect(toastText()).toBe('Video added'))
    expect(seen.find((call) => call.path === '/functions/add-media-link')?.body).toEqual({
      url: 'https://youtu.be/abcdefghij2',
      title: '',
    })
    expect(screen.getByLabelText<HTMLInputElement>('YouTube link').value).toBe('')
    expect(document.activeElement).toBe(link)
  })

  test('rejects dropped files that may not be uploaded, each with its name and reasons', async () => {
    fakeServer(adminReplies)
    open()
    const drop = (await screen.findByLabelText('Choose templates')).closest('div')
    const program = new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' })
    const text = new File(['a'], 'a.pdf', { type: 'text/plain' })
    fireEvent.drop(drop ?? document.body, { dataTransfer: { items: [], files: [program, text] } })
    expect(takeNotices()).toMatchObject([
      { title: 'Rejected: setup.exe', description: 'Invalid file type (.exe), Invalid MIME type' },
      { title: 'Rejected: a.pdf', description: 'Invalid MIME type' },
    ])
  })
})
