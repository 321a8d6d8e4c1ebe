// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser(forgetToast)

const nadia = {
  id: 'user-1',
  email: 'nadia@agency.example',
  created_at: '2026-07-01T23:30:00.000Z',
  last_sign_in_at: null,
  subscription_status: 'none',
}
const found = (users: object[], totalCount = users.length) => ({
  body: { users, totalCount, totalPages: Math.ceil(totalCount / 25) },
})
const failing = { status: 500, body: { error: { code: 'internal', message: 'The store is down.' } } }
const noActions = { '/functions/list-user-audit': { body: { data: { about: [], by: [] } } } }

const open = (replies: Parameters<typeof fakeServer>[0]) => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer(replies)
  showPage(`${paths.admin}/users`, <UsersSection />)
  return seen
}
const type = (text: string) => userEvent.type(screen.getByRole('searchbox'), text)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const bodies = (seen: ReturnType<typeof open>) =>
  seen.filter(({ path }) => path === '/functions/get-users').map(({ body }) => body)

describe('/admin/users', () => {
  test('searches by button and by Enter, 25 to a page', async () => {
    const seen = open({ '/functions/get-users': found([nadia]) })
    await type(' nadia ')
    await press('Search')
    expect(await screen.findByText('1 user found')).toBeTruthy()
    await type('{Enter}')
    await waitFor(() =>
      expect(bodies(seen)).toEqual([
        { page: 1, pageSize: 25, searchEmail: 'nadia' },
        { page: 1, pageSize: 25, searchEmail: 'nadia' },
      ]),
    )
  })

  test('shows address, London date and badge; a click shows the details, with Never for a user who has not signed in', async () => {
    open({ '/functions/get-users': found([nadia]), ...noActions })
    await type('nadia{Enter}')
    const row = await screen.findByRole('button', { name: /nadia@agency\.example/ })
    expect(row.textContent).toContain('Created 2 July 2026')
    expect(row.textContent).toContain('No subscription')
    await userEvent.click(row)
    expect(screen.getByText('Last sign in').nextElementSibling?.textContent).toBe('Never')
    expect(screen.getByText('Created at').nextElementSibling?.textContent).toBe('2 July 2026, 00:30')
    expect(await screen.findByText('No actions recorded.')).toBeTruthy()
    await userEvent.click(row)
    expect(screen.queryByText('Last sign in')).toBeNull()
  })

  test.each([
    ['active', 'Active'],
    ['cancelling', 'Cancelling'],
    ['unpaid', 'Payment due'],
  ])('shows the subscription status %s as "%s"', async (subscription_status, label) => {
    open({ '/functions/get-users': found([{ ...nadia, subscription_status }]) })
    await type('nadia{Enter}')
    expect(await screen.findByText(label)).toBeTruthy()
  })

  test('shows the admin actions on a user, and reports a failure to load them', async () => {
    const act = (name: string, about: string | null, by: string | null) => ({
      action: name,
      at: '2026-11-20T10:00:00.000Z',
      about,
      by,
    })
    const record = {
      about: [act('admin-granted', null, 'AKIAEXAMPLE')],
      by: [act('referral-created', 'Siân', 'nadia@agency.example')],
    }
    open({
      '/functions/get-users': found([nadia]),
      '/functions/list-user-audit': [failing, { body: { data: record } }],
    })
    await type('nadia{Enter}')
    await press(/nadia@agency/)
    expect((await screen.findByRole('alert')).textContent).toContain('The store is down.')
    await press('Try again')
    expect((await screen.findByText(/Made an admin/)).parentElement?.textContent).toContain('by AKIAEXAMPLE')
    expect(screen.getByText('Created a referral link: Siân')).toBeTruthy()
  })

  test('shows the searched text when no users are found', async () => {
    open({ '/functions/get-users': found([]) })
    await type('zzz{Enter}')
    expect(await screen.findByText('No users found matching "zzz"')).toBeTruthy()
  })

  test('an empty search clears the result without a call', async () => {
    const seen = open({ '/functions/get-users': found([nadia]) })
    await type('nadia{Enter}')
    await screen.findByText('1 user found')
    await userEvent.clear(screen.getByRole('searchbox'))
    await press('Search')
    expect(screen.queryByText('1 user found')).toBeNull()
    expect(screen.queryByText(/nadia@agency/)).toBeNull()
    expect(bodies(seen)).toHaveLength(1)
  })

  test('turns the pages of the last search, whatever has been typed since', async () => {
    const seen = open({
      '/functions/get-users': [
        found([nadia], 26),
        found([{ ...nadia, id: 'user-2', email: 'zoe@x.example' }], 26),
      ],
    })
    await type('a{Enter}')
    expect(await screen.findByText('Page 1 of 2', { selector: 'nav span' })).toBeTruthy()
    await type('bc')
    await press('Next')
    expect(await screen.findByText('Page 2 of 2', { selector: 'nav span' })).toBeTruthy()
    expect(screen.getByText('zoe@x.example')).toBeTruthy()
    expect(bodies(seen).at(-1)).toEqual({ page: 2, pageSize: 25, searchEmail: 'a' })
    // The focus moves to the top of the page, and screen readers announce the change.
    const region = screen.getByRole('region', { name: 'Users found' })
    await waitFor(() => expect(document.activeElement).toBe(region))
    expect(screen.getByText(/26 users found/).textContent).toBe('26 users found. Page 2 of 2')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  })

  test('shows the last page when there are fewer pages than before', async () => {
    const seen = open({
      '/functions/get-users': [found([nadia], 51), found([nadia], 51), found([], 26), found([nadia], 26)],
    })
    await type('a{Enter}')
    await press('Next')
    await screen.findByText('Page 2 of 3', { selector: 'nav span' })
    await press('Next')
    expect(await screen.findByText('Page 2 of 2', { selector: 'nav span' })).toBeTruthy()
    expect(screen.getByText('nadia@agency.example')).toBeTruthy()
    expect(bodies(seen).map((body) => Reflect.get(Object(body), 'page'))).toEqual([1, 2, 3, 2])
  })

  test('reports why a search failed and keeps the earlier result', async () => {
    open({ '/functions/get-users': [found([nadia]), failing] })
    await type('nadia{Enter}')
    await screen.findByText('1 user found')
    await press('Search')
    await waitFor(() => expect(toastText()).toBe('Error / Failed to search for user: The store is down.'))
    expect(screen.getByText('nadia@agency.example')).toBeTruthy()
  })

  test('says that a slow search is still running', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    signedInAs({ sub: 'admin-1' })
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    showPage(`${paths.admin}/users`, <UsersSection />)
    await type('nadia{Enter}')
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(screen.getByText(/Still searching/)).toBeTruthy()
  })
})
