// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { OlderPages } from './older-pages.tsx'

inFreshBrowser(forgetToast)

interface Page {
  readonly items: readonly string[]
  readonly next?: string
}

/** Shows a list whose first page can be loaded again. */
const List = ({ firsts, load }: { firsts: readonly Page[]; load: (after: string) => Promise<Page> }) => {
  const [reloads, setReloads] = useState(0)
  return (
    <>
      <OlderPages kind="tickets" first={firsts[reloads] ?? { items: [] }} load={load}>
        {(items) => (
          <ul>
            {items.map((topic) => (
              <li key={topic}>
                <a href={`#${topic}`}>{topic}</a>
              </li>
            ))}
          </ul>
        )}
      </OlderPages>
      <button onClick={() => setReloads(reloads + 1)}>Reload</button>
    </>
  )
}

const topics = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
const olderButton = () => screen.queryByRole('button', { name: 'Show older tickets' })
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('loads older tickets at each press, and leads the focus to the first of the last page', async () => {
  const load = vi
    .fn<(after: string) => Promise<Page>>()
    .mockResolvedValueOnce({ items: ['C'], next: 'place of C' })
    .mockResolvedValueOnce({ items: ['D', 'E'] })
  showPage('/', <List firsts={[{ items: ['A', 'B'], next: 'place of B' }]} load={load} />)
  await press('Show older tickets')
  expect(topics()).toEqual(['A', 'B', 'C'])
  expect(document.activeElement).toBe(olderButton())
  await press('Show older tickets')
  expect(topics()).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(load.mock.calls).toEqual([['place of B'], ['place of C']])
  expect(olderButton()).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText('D')))
})

test('has no button if there are no older tickets', () => {
  showPage('/', <List firsts={[{ items: ['A'] }]} load={async () => ({ items: [] })} />)
  expect(olderButton()).toBeNull()
})

test('reports a failure and can be tried again', async () => {
  const load = vi
    .fn<(after: string) => Promise<Page>>()
    .mockRejectedValueOnce(new Error('The store is down.'))
    .mockResolvedValueOnce({ items: ['B'] })
  showPage('/', <List firsts={[{ items: ['A'], next: 'place of A' }]} load={load} />)
  await press('Show older tickets')
  expect(toastText()).toContain('The older tickets could not be loaded')
  await press('Show older tickets')
  expect(topics()).toEqual(['A', 'B'])
  expect(toastText()).not.toContain('could not be loaded')
})

test('keeps the older tickets while the first page is the same, and drops them when it ends elsewhere', async () => {
  const first = { items: ['A', 'B'], next: 'place of B' }
  const shifted = { items: ['New', 'A'], next: 'place of A' }
  showPage('/', <List firsts={[first, { ...first }, shifted]} load={async () => ({ items: ['C'] })} />)
  await press('Show older tickets')
  await press('Reload')
  expect(topics()).toEqual(['A', 'B', 'C'])
  await press('Reload')
  expect(topics()).toEqual(['New', 'A'])
  expect(olderButton()).toBeTruthy()
})
