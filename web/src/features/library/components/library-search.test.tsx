// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { searchLibrary } from '#shared/rules/library-search.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { LibrarySearch } from './library-search.tsx'

inFreshBrowser()

const show = (load: () => Promise<typeof searchLibrary>) =>
  render(
    <LibrarySearch
      items={[]}
      query="rent"
      onQuery={vi.fn<() => void>()}
      onChoose={vi.fn<() => void>()}
      load={load}
    />,
  )

describe('the search field', () => {
  test('says that the search is loading', async () => {
    show(() => new Promise(() => undefined))
    expect((await screen.findByRole('status')).textContent).toBe('Loading the search…')
  })

  test('says that the search could not be loaded, and loads it again', async () => {
    const load = vi
      .fn<() => Promise<typeof searchLibrary>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(searchLibrary)
    show(load)
    expect((await screen.findByRole('alert')).textContent).toContain('The search could not be loaded.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No results found'))
    expect(screen.queryByRole('alert')).toBeNull()
    // The pressed button has disappeared.
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('says in a page that the browser has translated that nothing was found', async () => {
    const { promise, resolve: arrive } = deferred<typeof searchLibrary>()
    show(() => promise)
    await screen.findByText('Loading the search…')
    translatePage()
    arrive(searchLibrary)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No results found'))
  })
})
