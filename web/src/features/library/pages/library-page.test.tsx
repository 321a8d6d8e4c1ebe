// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { listedFile } from '../testing/listed-file.ts'
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
const files7 = names.map((name, index) =>
  listedFile(name, index === 6 ? { title: 'Gas safety', description: 'Yearly checks' } : {}),
)
const withLibrary = (files: object[], videos: object[] = []) => ({
  ...member,
  '/functions/get-library': { body: { files, videos } },
})
const libraryReplies = withLibrary(files7)

// Each test has another user, because the access status is kept for as long as the user stays the same.
let users = 0
const openLibrary = (address: string = paths.library) => {
  users += 1
  signedInAs({ sub: `user-${users}` })
  return showPage(address, <LibraryPage />)
}
const files = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')

const video = (number: number, facts: object = {}) => ({
  id: `link-${number}`,
  title: `Video ${number}`,
  url: `https://www.youtube.com/watch?v=abcdefghij${number}`,
  video_id: `abcdefghij${number}`,
  created_at: `2026-07-0${number}T09:00:00.000Z`,
  changedAt: '2026-07-09T09:00:00.000Z',
  facts: null,
  ...facts,
})
const withVideos = (...videos: object[]) => withLibrary(files7, videos)
const openVideos = async () => userEvent.click(await screen.findByRole('tab', { name: 'Videos' }))

test('shows five video thumbnails, then all, and loads everything with one request', async () => {
  const seen = fakeServer(withVideos(...[1, 2, 3, 4, 5, 6].map((number) => video(number))))
  openLibrary()
  await screen.findByText('Guide 1.pdf')
  await openVideos()
  expect(await screen.findByText('Video 1')).toBeTruthy()
  expect(files()).toHaveLength(5)
  const picture = within(screen.getByRole('tabpanel')).getAllByRole('presentation')[0]
  expect(picture?.getAttribute('src')).toBe('https://i.ytimg.com/vi/abcdefghij1/mqdefault.jpg')
  await userEvent.click(screen.getByRole('button', { name: /Show more/ }))
  expect(files()).toHaveLength(6)
  const library = seen.filter(({ path }) => /library|title|media/.test(path)).map(({ path }) => path)
  expect(library).toEqual(['/functions/get-library'])
})

test('plays a video in place, from the address that sets no cookies', async () => {
  fakeServer(withVideos(video(1)))
  openLibrary()
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

test('takes the video id from the link when none is stored, and reports an invalid link', async () => {
  fakeServer(
    withVideos(
      video(1, { video_id: null }),
      video(2, { video_id: null, url: 'https://vimeo.com/1', title: null }),
    ),
  )
  openLibrary()
  await openVideos()
  expect(await screen.findByRole('button', { name: 'Play video: Video 1' })).toBeTruthy()
  expect(screen.getByText('Invalid video link')).toBeTruthy()
  expect(screen.getByText('Untitled video')).toBeTruthy()
})

test('shows when there are no videos', async () => {
  fakeServer(libraryReplies)
  openLibrary()
  await openVideos()
  expect(await screen.findByText('No YouTube videos yet.')).toBeTruthy()
})

/** Replaces the browser's observer. The returned function brings all rows into view. */
const fakeScrolling = () => {
  const observers: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: readonly { isIntersecting: boolean }[]) => void) {
        observers.push(() => seen([{ isIntersecting: true }]))
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  return () => act(() => observers.forEach((observe) => observe()))
}

test('shows the thumbnail of an image file once its row comes into view', async () => {
  const scroll = fakeScrolling()
  const seen = fakeServer({
    ...withLibrary([listedFile('guides_1_Plan.png'), listedFile('guides_2_a.mp4')]),
    '/functions/create-download': { body: { url: 'https://files.example/plan' } },
  })
  openLibrary()
  await screen.findByText('Plan.png')
  expect(seen.map(({ path }) => path)).not.toContain('/functions/create-download')
  scroll()
  const picture = await screen.findByRole('presentation')
  expect(picture.getAttribute('src')).toBe('https://files.example/plan')
  expect(screen.getAllByText('Shared resource')).toHaveLength(2)
})

test('finds a file by the abbreviations of the trade', async () => {
  fakeServer({
    ...withLibrary([listedFile('guides_1_a.pdf', { title: 'Notices under section 21' })]),
  })
  openLibrary()
  await userEvent.type(await screen.findByLabelText('Search the library'), 's21')
  expect(await screen.findByRole('button', { name: /^Notices under section 21Guide/ })).toBeTruthy()
})

test('tries again when the access status could not be checked', async () => {
  fakeServer({
    ...libraryReplies,
    '/functions/get-access': [{ status: 500 }, { body: { isSubscribed: true, isAdmin: false } }],
  })
  openLibrary()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Guide 1.pdf')).toBeTruthy()
})

test('shows five files, then all', async () => {
  fakeServer(libraryReplies)
  openLibrary()
  expect(await screen.findByText('Guide 1.pdf')).toBeTruthy()
  expect(files()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: /Show all/ }))
  expect(files()).toHaveLength(7)
  expect(screen.getByText('Gas safety')).toBeTruthy()
})

test('shows when there are no files of a kind', async () => {
  fakeServer(libraryReplies)
  openLibrary()
  await userEvent.click(await screen.findByRole('tab', { name: 'Templates' }))
  expect(screen.getByText('No templates found.')).toBeTruthy()
})

test('searches from two characters, and scrolls to the chosen file', async () => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  fakeServer(libraryReplies)
  openLibrary()
  const box = await screen.findByLabelText('Search the library')
  await userEvent.type(box, 'y')
  expect(screen.queryByText('No results found')).toBeNull()
  await userEvent.type(box, 'zz')
  expect(await screen.findByText('No results found')).toBeTruthy()
  await userEvent.clear(box)
  await userEvent.type(box, 'YEARLY')
  await userEvent.click(await screen.findByRole('button', { name: 'Gas safetyGuide' }))
  expect(files()).toHaveLength(7)
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
  expect(document.activeElement?.tagName).toBe('BUTTON')
  expect(document.activeElement?.textContent).toContain('Gas safety')
})

test('opens a file with a link that is signed on the click, in a tab that the click opens', async () => {
  const replace = vi.fn<(url: string) => void>()
  const open = vi.fn<(url: string) => object>(() => ({
    opener: window,
    closed: false,
    location: { replace },
  }))
  vi.stubGlobal('open', open)
  const seen = fakeServer({
    ...libraryReplies,
    '/functions/create-download': {
      body: { url: 'https://files.example/a', viewUrl: 'https://viewer.example/a' },
    },
  })
  openLibrary()
  await userEvent.click(await screen.findByRole('button', { name: /^Guide 1/ }))
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('https://viewer.example/a'))
  expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank')
  expect(seen.at(-1)?.body).toEqual({ path: `library/${names[0]}`, save: false })
})

test('reports a file that cannot be opened, and closes the tab', async () => {
  const close = vi.fn<() => void>()
  vi.stubGlobal('open', () => ({ opener: window, closed: false, close }))
  fakeServer({
    ...libraryReplies,
    '/functions/create-download': { status: 404, body: { error: { message: 'Not found.' } } },
  })
  openLibrary()
  await userEvent.click(await screen.findByRole('button', { name: /^Guide 1/ }))
  await waitFor(() => expect(toastText()).toBe('Download failed / Not found.'))
  expect(close).toHaveBeenCalledOnce()
})

test('tries again when the list cannot be loaded', async () => {
  fakeServer({
    ...libraryReplies,
    '/functions/get-library': [
      { status: 500 },
      { body: { files: [listedFile('templates_1_Notice.docx')], videos: [] } },
    ],
  })
  openLibrary()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Templates' }))
  expect(screen.getByText('Notice.docx')).toBeTruthy()
})

test('says that a slow library is still loading', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = fakeServer(member)
  const fakeFetch = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.endsWith('get-library') ? new Promise(() => {}) : fakeFetch(address, init),
  )
  openLibrary()
  await vi.waitFor(() => expect(server.length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(screen.getByText('Loading the library…')).toBeTruthy())
  await vi.waitFor(async () => {
    await act(async () => vi.advanceTimersByTime(6000))
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy()
  })
})

test.each([false, true])('shows a past-due member what is owed: also disputed %j', async (disputed) => {
  const openBalance = { amountMinor: 4200, currency: 'gbp', url: null, nextAttemptAt: null }
  fakeServer({
    ...access({ paymentDue: true, disputed }),
    '/functions/check-subscription': { body: { subscribed: false } },
    '/functions/get-billing': { body: { openBalance, subscription: { hasEnded: true } } },
  })
  openLibrary()
  expect(await screen.findByText(/You owe £42\.00/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
  expect(screen.getByText(/access for one more period/)).toBeTruthy()
  expect(screen.queryAllByText(/a different payment, not your open invoice/)).toHaveLength(disputed ? 1 : 0)
  expect(screen.queryByText(/can’t use what it paid for until your bank has decided/)).toBeNull()
  expect(screen.queryByText('Members only')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
})

test('explains a disputed payment instead of selling a subscription', async () => {
  fakeServer({
    ...access({ disputed: true }),
    '/functions/check-subscription': { body: { subscribed: false } },
  })
  openLibrary()
  expect(await screen.findByText('One of your payments is disputed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay the open invoice' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe(paths.profile)
  expect(screen.queryByText('Members only')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
})
