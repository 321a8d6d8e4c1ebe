// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser()

const facts = {
  country: 'england',
  topic: 'rent',
  lawAsAt: '2026-05-01',
  reviewBy: '2099-05-01',
  whatChanged: null,
}
const file = (name: string, changedAt: string, itsFacts: object | null = facts) => ({
  name,
  title: null,
  description: null,
  size: 12_000,
  createdAt: changedAt,
  changedAt,
  facts: itsFacts,
})
const seven = [1, 2, 3, 4, 5, 6, 7].map((day) =>
  file(`guides_${day}_Day ${day}.pdf`, `2026-06-0${day}T09:00:00Z`),
)
const replies = (files: object[], videos: object[] = []) => ({
  '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
  '/functions/check-subscription': { body: { subscribed: true } },
  '/functions/get-library': { body: { files, videos } },
})

// Each test has another user, because the library is kept for as long as the user stays the same.
let users = 0
const openLibrary = (address: string = paths.library) => {
  users += 1
  signedInAs({ sub: `viewer-${users}` })
  return showPage(address, <LibraryPage />)
}
const rows = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')

describe('library', () => {
  test('lists the newest files first, with what they state about the law', async () => {
    const whatChangedAt = '2026-05-20T09:00:00Z'
    const old = { ...facts, country: 'both', reviewBy: '2026-01-31', whatChanged: 'New form.', whatChangedAt }
    fakeServer(replies([file('guides_1_Old.pdf', '2026-06-01T09:00:00Z', old), seven[6] ?? {}]))
    openLibrary()
    await screen.findByText('Old.pdf')
    expect(rows().map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['Day 7', 'Old.p'])
    expect(rows()[0]?.textContent).toContain('England. Law as at 1 May 2026. Review by 1 May 2099.')
    expect(rows()[1]?.textContent).toContain('England and Wales. Law as at 1 May 2026. Review was due')
    expect(rows()[1]?.textContent).toContain(
      'PDF, 12 KB. Last changed on 1 June 2026. What changed on 20 May 2026: New form.',
    )
  })

  test('shows a sentence about what changed whose time was not recorded', async () => {
    const old = { ...facts, whatChanged: 'New form.', whatChangedAt: null }
    fakeServer(replies([file('guides_1_Old.pdf', '2026-06-01T09:00:00Z', old)]))
    openLibrary()
    await screen.findByText('Old.pdf')
    expect(rows()[0]?.textContent).toContain('Last changed on 1 June 2026. What changed: New form.')
  })

  test('shows what changed in an item and when, once it is asked for', async () => {
    const changed = { ...facts, whatChanged: 'New form.', whatChangedAt: '2026-05-20T09:00:00Z' }
    const seen = fakeServer({
      ...replies([
        file('guides_1_Changed.pdf', '2026-06-01T09:00:00Z', changed),
        file('guides_2_Plain.pdf', '2026-05-01T09:00:00Z', null),
      ]),
      '/functions/list-library-changes': {
        body: {
          data: [
            { at: '2026-06-01T09:00:00Z', whatChanged: 'New form.', lawAsAt: '2026-05-01' },
            { at: '2026-05-03T09:00:00Z', whatChanged: 'New rules', lawAsAt: '2026-05-01' },
            { at: '2026-05-02T09:00:00Z', whatChanged: null, lawAsAt: '2026-05-01' },
            { at: '2026-04-01T09:00:00Z', whatChanged: null, lawAsAt: null },
          ],
        },
      },
    })
    openLibrary()
    const history = await screen.findByText('History')
    const calls = () => seen.filter(({ path }) => path === '/functions/list-library-changes')
    expect(calls()).toEqual([])
    await userEvent.click(history)
    const list = (await screen.findByText('New rules.')).closest('ul')
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '1 June 2026: New form. Law as at 1 May 2026.',
      '3 May 2026: New rules. Law as at 1 May 2026.',
      '2 May 2026: The details were updated. Law as at 1 May 2026.',
      '1 April 2026: The file was replaced.',
    ])
    expect(calls().map(({ body }) => body)).toEqual([{ item: 'library/guides_1_Changed.pdf' }])
  })

  test('filters by country, type and topic, and clears the filters', async () => {
    fakeServer(
      replies([
        file('guides_1_English.pdf', '2026-06-01T09:00:00Z'),
        file('guides_2_Both.docx', '2026-06-02T09:00:00Z', { ...facts, country: 'both', topic: 'safety' }),
        file('guides_3_Plain.pdf', '2026-06-03T09:00:00Z', null),
      ]),
    )
    openLibrary()
    await userEvent.selectOptions(await screen.findByLabelText('Country'), 'Wales')
    expect(rows().map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Both'])
    expect(screen.getByText('1 of 3 shown')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'PDF')
    expect(screen.getByText('Nothing matches these filters.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(rows()).toHaveLength(3)
    await userEvent.selectOptions(screen.getByLabelText('Topic'), 'Safety and repairs')
    expect(rows()).toHaveLength(1)
  })

  test('opens the tab, the filters and the search of an address', async () => {
    fakeServer(replies([...seven, file('templates_8_Letter.docx', '2026-06-08T09:00:00Z')]))
    openLibrary(`${paths.library}?tab=templates&country=england&q=letter`)
    expect(await screen.findByText('1 of 1 shown')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Templates' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByLabelText('Search the library')).toHaveProperty('value', 'letter')
    expect(await screen.findByRole('button', { name: 'Letter.docxTemplate' })).toBeTruthy()
  })

  test('shows the file of an address, even behind Show all', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
    fakeServer(replies(seven))
    openLibrary(`${paths.library}?item=${encodeURIComponent('library/guides_1_Day 1.pdf')}`)
    await screen.findByText('Day 1.pdf')
    expect(rows()).toHaveLength(7)
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
    expect(document.activeElement?.tagName).toBe('BUTTON')
    expect(document.activeElement?.textContent).toContain('Day 1.pdf')
  })

  test('says that the item in the address is no longer in the library', async () => {
    fakeServer(replies(seven))
    openLibrary(`${paths.library}?item=unknown`)
    expect(await screen.findByText(/no longer in the library/)).toBeTruthy()
  })

  test('finds videos as well, each with an address, and announces how many results there are', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
    const many = Array.from({ length: 11 }, (_, day) =>
      file(`guides_${day}_Rent ${day}.pdf`, '2026-06-01T09:00:00Z'),
    )
    const video = {
      id: 'abcdefghij1',
      title: 'Rent reviews',
      url: 'https://youtu.be/abcdefghij1',
      video_id: 'abcdefghij1',
      created_at: '2026-06-01T09:00:00.000Z',
      changedAt: '2026-06-01T09:00:00.000Z',
      facts: null,
    }
    fakeServer(replies(many, [video]))
    openLibrary()
    const box = await screen.findByLabelText('Search the library')
    await userEvent.type(box, 'rent')
    expect(await screen.findByText('12 results, showing the best 10')).toBeTruthy()
    await userEvent.type(box, ' reviews')
    await userEvent.click(await screen.findByRole('button', { name: 'Rent reviewsVideo' }))
    expect(screen.getByRole('tab', { name: 'Videos' }).getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
    expect(document.activeElement?.textContent).toBe('Play video: Rent reviews')
    const link = screen.getByRole('link', { name: 'Link to Rent reviews' })
    expect(link.getAttribute('href')).toBe(`${paths.library}?tab=videos&item=${video.id}`)
  })

  test('says when only similar words were found', async () => {
    fakeServer(replies([file('guides_1_Deposit.pdf', '2026-06-01T09:00:00Z')]))
    openLibrary()
    await userEvent.type(await screen.findByLabelText('Search the library'), 'depozit')
    expect(
      await screen.findByText('No title or description has exactly these words. 1 result with similar words'),
    ).toBeTruthy()
  })

  test('downloads a Word file instead of opening the viewer', async () => {
    const seen = fakeServer({
      ...replies([file('guides_1_Letter.docx', '2026-06-01T09:00:00Z')]),
      '/functions/create-download': { body: { url: `${location.href}#saved` } },
    })
    openLibrary()
    await userEvent.click(await screen.findByRole('button', { name: 'Download Letter.docx' }))
    await waitFor(() =>
      expect(seen.at(-1)?.body).toEqual({ path: 'library/guides_1_Letter.docx', save: true }),
    )
  })

  test('is there immediately when the same user comes back', async () => {
    fakeServer({
      ...replies(seven),
      '/functions/get-library': [{ body: { files: seven, videos: [] } }, 'unreachable'],
    })
    const { unmount } = openLibrary()
    await screen.findByText('Day 7.pdf')
    unmount()
    showPage(paths.library, <LibraryPage />)
    expect(screen.getByText('Day 7.pdf')).toBeTruthy()
  })
})

describe('the search inside the files', () => {
  test('shows the place of each match, and says when the words are only similar or not all there', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
    const passages = [{ place: 'Page 2', text: '… the carpet was burnt …' }]
    const seen = fakeServer({
      ...replies(seven),
      '/functions/search-library': [
        { status: 500 },
        { body: { typos: false, total: 1, data: [{ path: 'library/guides_1_Day 1.pdf', passages }] } },
        { body: { typos: true, total: 1, data: [{ path: 'library/guides_1_Day 1.pdf', passages }] } },
        { body: { typos: false, total: 0, data: [] } },
        {
          body: {
            typos: false,
            partial: true,
            total: 1,
            data: [{ path: 'library/guides_1_Day 1.pdf', passages }],
          },
        },
      ],
    })
    openLibrary()
    const box = await screen.findByLabelText('Search the library')
    await userEvent.type(box, 'carpet')
    expect(await screen.findByText('No results found')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Search inside the files' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Found inside 1 file')).toBeTruthy()
    expect(seen.at(-1)?.body).toEqual({ query: 'carpet' })
    await userEvent.type(box, 's')
    await userEvent.click(await screen.findByRole('button', { name: 'Search inside the files' }))
    expect(
      await screen.findByText('No file contains exactly these words. Found similar words inside 1 file'),
    ).toBeTruthy()
    await userEvent.type(box, 's')
    await userEvent.click(await screen.findByRole('button', { name: 'Search inside the files' }))
    expect(await screen.findByText('No file contains these words')).toBeTruthy()
    await userEvent.type(box, ' burnt')
    await userEvent.click(await screen.findByRole('button', { name: 'Search inside the files' }))
    expect(
      await screen.findByText('No file contains all of these words. Found some of them inside 1 file'),
    ).toBeTruthy()
  })

  test('says how many files have the words when it shows only the best of them', async () => {
    const data = seven.map(({ name }) => ({
      path: `library/${name}`,
      passages: [{ place: 'Page 2', text: 'the carpet' }],
    }))
    fakeServer({
      ...replies(seven),
      '/functions/search-library': { body: { typos: false, total: 1234, data } },
    })
    openLibrary()
    await userEvent.type(await screen.findByLabelText('Search the library'), 'carpet')
    await userEvent.click(await screen.findByRole('button', { name: 'Search inside the files' }))
    expect(await screen.findByText('Found inside 1,234 files, showing the best 7')).toBeTruthy()
  })

  test('opens the file of a match inside it', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
    const passages = [{ place: 'Page 2', text: '… the carpet was burnt …' }]
    fakeServer({
      ...replies(seven),
      '/functions/search-library': {
        body: { typos: false, total: 1, data: [{ path: 'library/guides_1_Day 1.pdf', passages }] },
      },
    })
    openLibrary()
    await userEvent.type(await screen.findByLabelText('Search the library'), 'carpet')
    await userEvent.click(await screen.findByRole('button', { name: 'Search inside the files' }))
    await userEvent.click(await screen.findByRole('button', { name: /Day 1.pdf.*Page 2: … the carpet/ }))
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
    expect(rows()).toHaveLength(7)
  })
})
