// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

const file = (name: string) => ({
  name,
  title: null,
  description: null,
  size: 12_000,
  createdAt: '2026-06-01T09:00:00Z',
  changedAt: '2026-06-01T09:00:00Z',
  facts: null,
})
const files = ['guides_1_Rent.pdf', 'templates_2_Letter.docx'].map(file)
const library = { body: { files, videos: [] } }
const passages = [{ place: 'Page 2', text: 'the carpet' }]
const replies = {
  '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
  '/functions/check-subscription': { body: { subscribed: true } },
}

const Back = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Go back
    </button>
  )
}
const page = (
  <>
    <Back />
    <LibraryPage />
  </>
)
// Each test has another user, because the library is kept for as long as the user stays the same.
let users = 0
const signIn = () => {
  users += 1
  signedInAs({ sub: `returning-${users}` })
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('a chosen search result', () => {
  test('can be left with Back, which shows the search again', async () => {
    signIn()
    fakeServer({ ...replies, '/functions/get-library': library })
    showPage(paths.library, page)
    const box = await screen.findByLabelText<HTMLInputElement>('Search the library')
    await userEvent.type(box, 'letter')
    await press('Letter.docxTemplate')
    expect(screen.getByTestId('address').textContent).toContain('item=')
    await press('Go back')
    await waitFor(() => expect(box.value).toBe('letter'))
    expect(screen.getByTestId('address').textContent).toBe(`${paths.library}?q=letter`)
  })
})

describe('a list that is shown completely', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((number) => file(`guides_${number}_Guide ${number}.pdf`))
  const rows = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')
  const open = (address: string) => {
    signIn()
    fakeServer({
      ...replies,
      '/functions/get-library': { body: { files: [...files, ...seven], videos: [] } },
    })
    showPage(address, page)
  }

  test('is in the address, even while another tab is open', async () => {
    open(paths.library)
    await press(/^Show all/)
    expect(screen.getByTestId('address').textContent).toBe(`${paths.library}?all=guides`)
    await userEvent.click(screen.getByRole('tab', { name: 'Templates' }))
    expect(screen.getByTestId('address').textContent).toBe(`${paths.library}?tab=templates&all=guides`)
    await userEvent.click(screen.getByRole('tab', { name: 'Guides' }))
    expect(rows()).toHaveLength(8)
  })

  test('is shown by its address', async () => {
    open(`${paths.library}?all=guides+videos`)
    await screen.findByText('Guide 7.pdf')
    expect(rows()).toHaveLength(8)
  })

  test('stays complete when its chosen item is left', async () => {
    open(`${paths.library}?tab=guides&item=${encodeURIComponent('library/guides_7_Guide 7.pdf')}`)
    await screen.findByText('Guide 7.pdf')
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'PDF')
    expect(screen.getByTestId('address').textContent).toBe(`${paths.library}?type=PDF&all=guides`)
    expect(rows()).toHaveLength(8)
  })
})

describe('an earlier copy of the library', () => {
  /** Opens the library twice. The second time, it cannot be loaded at first. */
  const openAgain = async (address: string) => {
    signIn()
    fakeServer({
      ...replies,
      '/functions/get-library': [library, { status: 500 }, library],
      '/functions/search-library': {
        body: { typos: false, total: 1, data: [{ path: 'library/guides_9_New.pdf', passages }] },
      },
    })
    const { unmount } = showPage(paths.library, page)
    await screen.findByText('Rent.pdf')
    unmount()
    showPage(address, page)
  }

  test('comes with a notice that it may be out of date, until it has been loaded again', async () => {
    await openAgain(`${paths.library}?item=unknown`)
    const text = 'The library could not be refreshed and may be out of date.'
    const alert = (await screen.findByText(text)).closest<HTMLElement>('[role=alert]')
    expect(screen.getByText('Rent.pdf')).toBeTruthy()
    expect(screen.queryByText(/no longer in the library/)).toBeNull()
    await userEvent.click(within(alert ?? document.body).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/no longer in the library/)).toBeTruthy()
    expect(screen.queryByText(text)).toBeNull()
  })

  test('does not hide that words are inside a newer file, and keeps the focus on the results', async () => {
    await openAgain(`${paths.library}?q=carpet`)
    await press('Search inside the files')
    const text = 'These words are in files that this page doesn’t show yet. Please reload the page.'
    const shown = await screen.findByText(text)
    expect(document.activeElement?.contains(shown)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })
})
