// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser(forgetToast)

const access = (facts: object) => ({
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false, ...facts } },
})
const member = {
  ...access({ isSubscribed: true }),
  '/functions/check-subscription': { body: { subscribed: true } },
}
const names = [1, 2, 3, 4, 5, 6, 7].map((number) => `guides_176360000000${number}_Guide ${number}.pdf`)
const shelves = {
  ...member,
  '/functions/list-library-files': { body: { data: names.map((name) => ({ name })) } },
  '/functions/list-file-titles': {
    body: { data: [{ path: `library/${names[6]}`, title: 'Gas safety', description: 'Yearly checks' }] },
  },
}

// Each test is somebody else: what one may use is remembered as long as the person stays the same.
let people = 0
const arriveAs = (signedIn: boolean) => {
  people += 1
  if (signedIn) signedInAs({ sub: `person-${people}` })
  showPage('/library', <LibraryPage />)
}
const files = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')

const video = (number: number, facts: object = {}) => ({
  id: `link-${number}`,
  title: `Video ${number}`,
  url: `https://www.youtube.com/watch?v=abcdefghij${number}`,
  video_id: `abcdefghij${number}`,
  created_at: `2026-07-0${number}T09:00:00.000Z`,
  ...facts,
})
const withVideos = (...data: object[]) => ({
  ...shelves,
  '/functions/list-media-links': { body: { data } },
})
const openVideos = async () => userEvent.click(await screen.findByRole('tab', { name: 'Videos' }))

test('shows five videos by their pictures, then all, and asks for none before the tab is opened', async () => {
  const seen = fakeServer(withVideos(...[1, 2, 3, 4, 5, 6].map((number) => video(number))))
  arriveAs(true)
  await screen.findByText('Guide 1.pdf')
  expect(seen.map(({ path }) => path)).not.toContain('/functions/list-media-links')
  await openVideos()
  expect(await screen.findByText('Video 1')).toBeTruthy()
  expect(files()).toHaveLength(5)
  const picture = within(screen.getByRole('tabpanel')).getAllByRole('presentation')[0]
  expect(picture?.getAttribute('src')).toBe('https://i.ytimg.com/vi/abcdefghij1/mqdefault.jpg')
  await userEvent.click(screen.getByRole('button', { name: /Show more/ }))
  expect(files()).toHaveLength(6)
})

test('plays a video in its place, at the address that sets no cookie', async () => {
  fakeServer(withVideos(video(1)))
  arriveAs(true)
  await openVideos()
  await userEvent.click(await screen.findByRole('button', { name: 'Play video: Video 1' }))
  const player = new URL(screen.getByTitle<HTMLIFrameElement>('Video 1').src)
  expect(player.host + player.pathname).toBe('www.youtube-nocookie.com/embed/abcdefghij1')
  expect(Object.fromEntries(player.searchParams)).toMatchObject({
    rel: '0',
    modestbranding: '1',
    playsinline: '1',
  })
  expect(screen.queryByRole('button', { name: 'Play video: Video 1' })).toBeNull()
})

test('takes the video from its link where no id is stored, and says when there is none in it', async () => {
  fakeServer(
    withVideos(
      video(1, { video_id: null }),
      video(2, { video_id: null, url: 'https://vimeo.com/1', title: null }),
    ),
  )
  arriveAs(true)
  await openVideos()
  expect(await screen.findByRole('button', { name: 'Play video: Video 1' })).toBeTruthy()
  expect(screen.getByText('Invalid video link')).toBeTruthy()
  expect(screen.getByText('Untitled video')).toBeTruthy()
})

test('says when there are no videos, and offers to try again when they cannot be had', async () => {
  fakeServer({
    ...shelves,
    '/functions/list-media-links': [{ status: 500 }, { body: { data: [] } }],
  })
  arriveAs(true)
  await openVideos()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No YouTube videos yet.')).toBeTruthy()
})

/** Rows come into view when the test says so. */
const scrolling = () => {
  const seers: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: readonly { isIntersecting: boolean }[]) => void) {
        seers.push(() => seen([{ isIntersecting: true }]))
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  return () => act(() => seers.forEach((see) => see()))
}

test('shows an image file by a small view of itself once its row comes into view', async () => {
  const scroll = scrolling()
  const seen = fakeServer({
    ...member,
    '/functions/list-library-files': {
      body: { data: [{ name: 'guides_1_Plan.png' }, { name: 'guides_2_a.mp4' }] },
    },
    '/functions/list-file-titles': { body: { data: [] } },
    '/functions/create-download': { body: { url: 'https://files.example/plan' } },
  })
  arriveAs(true)
  await screen.findByText('Plan.png')
  expect(seen.map(({ path }) => path)).not.toContain('/functions/create-download')
  scroll()
  const picture = await screen.findByRole('presentation')
  expect(picture.getAttribute('src')).toBe('https://files.example/plan')
  expect(screen.getAllByText('Shared resource')).toHaveLength(2)
})

test('finds a file by the short words of the trade', async () => {
  fakeServer({
    ...shelves,
    '/functions/list-file-titles': {
      body: { data: [{ path: `library/${names[6]}`, title: 'Notices under section 21', description: null }] },
    },
  })
  arriveAs(true)
  await userEvent.type(await screen.findByLabelText('Search the library'), 's21')
  expect(screen.getByRole('button', { name: /Notices under section 21/ })).toBeTruthy()
})

test('keeps visitors and people without a subscription outside, with the way in', async () => {
  fakeServer(access({}))
  arriveAs(true)
  expect(await screen.findByText('Members only')).toBeTruthy()
  expect(screen.getByText('Please start a subscription to access the library.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/subscribe')
})

test('asks again when it could not be found out who is a member', async () => {
  fakeServer({
    ...shelves,
    '/functions/get-access': [{ status: 500 }, { body: { isSubscribed: true, isAdmin: false } }],
  })
  arriveAs(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Guide 1.pdf')).toBeTruthy()
})

test('shows five files, then all', async () => {
  fakeServer(shelves)
  arriveAs(true)
  expect(await screen.findByText('Guide 1.pdf')).toBeTruthy()
  expect(files()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: /Show all/ }))
  expect(files()).toHaveLength(7)
  expect(screen.getByText('Gas safety')).toBeTruthy()
})

test('says when there are no files of a kind', async () => {
  fakeServer(shelves)
  arriveAs(true)
  await userEvent.click(await screen.findByRole('tab', { name: 'Templates' }))
  expect(screen.getByText('No templates found.')).toBeTruthy()
})

test('shows files under their own names when the titles cannot be had', async () => {
  fakeServer({ ...shelves, '/functions/list-file-titles': 'unreachable' })
  arriveAs(true)
  expect(await screen.findByText('Guide 1.pdf')).toBeTruthy()
})

test('searches from two characters on, and leads to the file', async () => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  fakeServer(shelves)
  arriveAs(true)
  const box = await screen.findByLabelText('Search the library')
  await userEvent.type(box, 'y')
  expect(screen.queryByText('No results found')).toBeNull()
  await userEvent.type(box, 'zz')
  expect(screen.getByText('No results found')).toBeTruthy()
  await userEvent.clear(box)
  await userEvent.type(box, 'YEARLY')
  await userEvent.click(screen.getByRole('button', { name: /Gas safety/ }))
  expect(files()).toHaveLength(7)
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
  expect(document.activeElement?.tagName).toBe('BUTTON')
  expect(document.activeElement?.textContent).toContain('Gas safety')
})

test('opens a file by a link signed at the click, in a tab opened with the click', async () => {
  const replace = vi.fn<(url: string) => void>()
  const open = vi.fn<(url: string) => object>(() => ({
    opener: window,
    closed: false,
    location: { replace },
  }))
  vi.stubGlobal('open', open)
  const seen = fakeServer({
    ...shelves,
    '/functions/create-download': {
      body: { url: 'https://files.example/a', viewUrl: 'https://viewer.example/a' },
    },
  })
  arriveAs(true)
  await userEvent.click(await screen.findByRole('button', { name: /Guide 1/ }))
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('https://viewer.example/a'))
  expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank')
  expect(seen.at(-1)?.body).toEqual({ path: `library/${names[0]}` })
})

test('says when a file cannot be opened, and closes the tab', async () => {
  const close = vi.fn<() => void>()
  vi.stubGlobal('open', () => ({ opener: window, closed: false, close }))
  fakeServer({
    ...shelves,
    '/functions/create-download': { status: 404, body: { error: { message: 'Not found.' } } },
  })
  arriveAs(true)
  await userEvent.click(await screen.findByRole('button', { name: /Guide 1/ }))
  await waitFor(() => expect(toastText()).toBe('Download failed / Not found.'))
  expect(close).toHaveBeenCalledOnce()
})

test('offers to load again when the list cannot be had', async () => {
  fakeServer({
    ...shelves,
    '/functions/list-library-files': [
      { status: 500 },
      { body: { data: [{ name: 'templates_1_Notice.docx' }] } },
    ],
  })
  arriveAs(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Templates' }))
  expect(screen.getByText('Notice.docx')).toBeTruthy()
})

test('says so when the library takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = fakeServer(member)
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.endsWith('list-library-files') ? new Promise(() => {}) : answer(address, init),
  )
  arriveAs(true)
  await vi.waitFor(() => expect(server.length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(screen.getByText('Loading the library…')).toBeTruthy())
  await vi.waitFor(async () => {
    await act(async () => vi.advanceTimersByTime(6000))
    expect(screen.getByText(/takes longer than usual/)).toBeTruthy()
  })
})
