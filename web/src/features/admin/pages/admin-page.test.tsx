// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import { takeNotices } from '../../../ui/toast.ts'
import AdminPage from './admin-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  takeNotices()
})

const access = (facts: object) => ({
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false, ...facts } },
  '/functions/check-subscription': { body: { subscribed: false } },
})
const path = 'library/guides_1_Gas safety.pdf'
const desk = {
  ...access({ isAdmin: true }),
  '/functions/list-library-files': {
    body: { data: [{ name: 'guides_1_Gas safety.pdf' }, { name: 'templates_2_Notice.docx' }] },
  },
  '/functions/list-file-titles': { body: { data: [{ path, title: 'Gas', description: 'Each year' }] } },
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
const works = (name: string, body: object = {}) => ({ [`/functions/${name}`]: { body } })

// Each test is somebody else: what one may use is remembered as long as the person stays the same.
let people = 0
const arrive = (address = '/admin/uploads', signedIn = true) => {
  people += 1
  if (signedIn) signedInAs({ sub: `admin-${people}` })
  showPage(
    address,
    <Routes>
      <Route path="/admin/*" element={<AdminPage />} />
      <Route path="*" element={null} />
    </Routes>,
  )
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const address = () => screen.getByTestId('address').textContent
const pathsOf = (seen: readonly { path: string }[]) => seen.map((call) => call.path)

test('leads who is not signed in to the sign-in', async () => {
  fakeServer({})
  arrive('/admin', false)
  await waitFor(() => expect(address()).toBe('/login'))
})

test('leads who is no admin home, also when nobody can say', async () => {
  for (const replies of [access({}), failed('get-access')]) {
    fakeServer(replies)
    arrive()
    await waitFor(() => expect(screen.getAllByTestId('address').at(-1)?.textContent).toBe('/'))
  }
})

test('shows a spinner while it asks, then the sections with the way back to the site', async () => {
  fakeServer(desk)
  arrive('/admin/uploads/')
  expect(screen.getByText('Checking your access')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'File Uploads' })).toBeTruthy()
  expect(screen.getByText(/All file types supported/)).toBeTruthy()
  const side = within(screen.getByRole('navigation', { name: 'Admin' }))
  expect(side.getByRole('link', { name: 'Uploads' }).getAttribute('aria-current')).toBe('page')
  expect(side.getByRole('link', { name: 'Back to Site' }).getAttribute('href')).toBe('/')
})

test.each([
  ['/admin', 'Users'],
  ['/admin/users', 'Users'],
  ['/admin/referrals', 'Referrals'],
  ['/admin/account', 'My Account'],
  ['/admin/nonsense', 'Users'],
  ['/admin/uploads/nonsense', 'Users'],
])('%s shows %s', async (place, title) => {
  fakeServer(access({ isAdmin: true }))
  arrive(place)
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy()
  await waitFor(() => expect(document.title).toContain(`${title} · Admin · `))
})

test('leads an admin away who is none any more at the next call', async () => {
  const asked = access({ isAdmin: true })['/functions/get-access']
  fakeServer({
    ...access({}),
    '/functions/get-access': [asked, { body: { isSubscribed: false, isAdmin: false } }],
    '/functions/get-users': {
      status: 403,
      body: { error: { code: 'forbidden', message: 'You do not have access to this.' } },
    },
  })
  arrive('/admin/users')
  await userEvent.type(await screen.findByRole('searchbox'), 'nadia{Enter}')
  await waitFor(() => expect(address()).toBe('/'))
})

test('lists guides, templates and videos', async () => {
  fakeServer(desk)
  arrive()
  expect(await screen.findByText('Gas')).toBeTruthy()
  expect(screen.getByText('Each year')).toBeTruthy()
  expect(screen.getByText('Notice.docx', { selector: 'p' })).toBeTruthy()
  expect(await screen.findByText('Check-in', { selector: 'p' })).toBeTruthy()
})

test('says when the lists are empty, and when they cannot be had, with another try', async () => {
  fakeServer({
    ...desk,
    '/functions/list-library-files': [failing, { body: { data: [] } }],
    '/functions/list-media-links': { body: { data: [] } },
  })
  arrive()
  await waitFor(() => expect(toastText()).toBe('Failed to list files / Something went wrong.'))
  expect(await screen.findByText('No YouTube videos yet.')).toBeTruthy()
  const [again] = await screen.findAllByRole('button', { name: 'Try again' })
  await userEvent.click(again ?? document.body)
  expect(await screen.findByText('No guides found.')).toBeTruthy()
  expect(screen.getByText('No templates found.')).toBeTruthy()
})

test('says when the videos cannot be had', async () => {
  fakeServer({ ...desk, ...failed('list-media-links') })
  arrive()
  await waitFor(() => expect(toastText()).toMatch(/^Failed to load videos/))
})

test('saves a changed title, and makes no call for an unchanged one', async () => {
  const seen = fakeServer({ ...desk, ...works('save-file-title') })
  arrive()
  await press(/^Edit ?Gas safety/)
  await press('Done')
  expect(pathsOf(seen)).not.toContain('/functions/save-file-title')
  await press(/^Edit ?Gas safety/)
  const form = within(screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body)
  await userEvent.clear(form.getByLabelText('Description'))
  await press('Done')
  await waitFor(() => expect(toastText()).toBe('Saved'))
  const saved = seen.find((call) => call.path === '/functions/save-file-title')
  expect(saved?.body).toEqual({ path, title: 'Gas', description: null })
})

test('keeps the form open when a title cannot be saved', async () => {
  fakeServer({ ...desk, ...failed('save-file-title') })
  arrive()
  await press(/^Edit ?Gas safety/)
  await userEvent.type(screen.getByLabelText('Description'), ' and after works')
  await press('Done')
  await waitFor(() => expect(toastText()).toMatch(/^Save failed/))
  expect(screen.getByDisplayValue('Each year and after works')).toBeTruthy()
})

test('takes title and description off a file', async () => {
  const seen = fakeServer({ ...desk, ...works('delete-file-title') })
  arrive()
  await press(/^Edit ?Gas safety/)
  await press(/^Delete ?title and description/)
  await waitFor(() => expect(toastText()).toBe('Removed'))
  expect(seen.find((call) => call.path === '/functions/delete-file-title')?.body).toEqual({ path })
})

test('deletes a file only after asking, and says how it went', async () => {
  const seen = fakeServer({ ...desk, '/functions/delete-library-file': [failing, { body: {} }] })
  arrive()
  await press(/^Delete file ?Gas safety/)
  await press('Keep it')
  expect(pathsOf(seen)).not.toContain('/functions/delete-library-file')
  await press(/^Delete file ?Gas safety/)
  await press('Delete')
  await waitFor(() => expect(toastText()).toMatch(/^Delete failed/))
  await press('Delete')
  await waitFor(() => expect(toastText()).toBe('Deleted'))
  await waitFor(() =>
    expect(pathsOf(seen).filter((called) => called.endsWith('list-library-files'))).toHaveLength(2),
  )
})

test('downloads by a link signed at the click, in a new tab', async () => {
  const replace = vi.fn<(url: string) => void>()
  const close = vi.fn<() => void>()
  vi.stubGlobal('open', () => ({ opener: window, closed: false, close, location: { replace } }))
  fakeServer({
    ...desk,
    '/functions/create-download': [
      { body: { url: 'https://files.example/a', viewUrl: 'https://v.example' } },
      failing,
    ],
  })
  arrive()
  await press(/^Download ?Gas safety/)
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('https://files.example/a'))
  await press(/^Download ?Gas safety/)
  await waitFor(() => expect(toastText()).toBe('Download failed / Could not get file URL.'))
  expect(close).toHaveBeenCalledOnce()
})

test('adds a video once its link is good, and shows it before', async () => {
  const seen = fakeServer({ ...desk, '/functions/add-media-link': [failing, { body: {} }] })
  arrive()
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
})

test('refuses what may not be uploaded, each with its name and reasons, when it is dropped too', async () => {
  fakeServer(desk)
  arrive()
  const drop = (await screen.findByLabelText('Choose templates')).closest('div')
  const program = new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' })
  const text = new File(['a'], 'a.pdf', { type: 'text/plain' })
  fireEvent.drop(drop ?? document.body, { dataTransfer: { files: [program, text] } })
  expect(takeNotices()).toMatchObject([
    { title: 'Rejected: setup.exe', description: 'Invalid file type (.exe), Invalid MIME type' },
    { title: 'Rejected: a.pdf', description: 'Invalid MIME type' },
  ])
})
