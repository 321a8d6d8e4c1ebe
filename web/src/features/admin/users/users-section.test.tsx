// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { nadia } from './testing/nadia.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser(forgetToast)

const details = {
  ...nadia,
  plan: null,
  subscription_end: '2026-06-01T10:00:00.000Z',
  balance_due_minor: 4999,
  emails_stopped: null,
  pass: {
    minutes_left: 18,
    started_at: '2027-03-02T09:48:00.000Z',
    ends_at: '2027-03-02T10:18:00.000Z',
  },
  tickets: [{ id: 'AB12CD34', topic: 'Gas safety', created_at: '2027-01-04T10:00:00.000Z', inbox_id: 'abc' }],
}
const found = (users: object[], totalCount = users.length) => ({
  body: { users, totalCount, totalPages: Math.ceil(totalCount / 25) },
})
const failing = { status: 500, body: { error: { code: 'internal', message: 'The store is down.' } } }
const noActions = { '/functions/list-user-audit': { body: { data: { about: [], by: [] } } } }

const open = (replies: Parameters<typeof fakeServer>[0], search = '') => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer(replies)
  showPage(paths.adminUsers + search, <UsersSection />)
  return seen
}
const type = (text: string) => userEvent.type(screen.getByRole('searchbox'), text)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const addressNow = () => screen.getByTestId('address').textContent
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
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

  test('lists address, name, company, London date and badge; a click shows the page of the user', async () => {
    open({ '/functions/get-users': found([nadia]), '/functions/get-user': { body: details }, ...noActions })
    await type('nadia{Enter}')
    const row = await screen.findByRole('link', { name: /nadia@agency\.example/ })
    expect(row.textContent).toContain('Nadia Hill, Quayside Homes')
    expect(row.textContent).toContain('Created 2 July 2026')
    expect(row.textContent).toContain('Chat pass')
    await userEvent.click(row)
    const heading = await screen.findByRole('heading', { name: 'Nadia Hill', level: 1 })
    expect(document.activeElement).toBe(heading)
    expect(addressNow()).toBe(`${paths.adminUsers}?person=user-1&q=nadia`)
    expect(factOf('Email')).toBe('nadia@agency.example')
    expect(factOf('Company')).toBe('Quayside Homes')
    expect(factOf('Subscription status')).toBe('Chat pass')
    expect(factOf('Plan')).toBe('None')
    expect(factOf('Ended on')).toBe('1 June 2026')
    expect(factOf('Open balance')).toBe('£49.99')
    expect(factOf('Chat pass')).toBe('Running, 18 minutes left. Ends 2 March 2027, 10:18')
    expect(factOf('Created at')).toBe('2 July 2026, 00:30')
    expect(factOf('Last sign in')).toBe('Never')
    expect(screen.getByRole('link', { name: 'Gas safety' }).getAttribute('href')).toBe(
      `${paths.adminInbox}?item=abc`,
    )
  })

  test('counts the minutes of a pass', async () => {
    const user = { ...details, pass: { ...details.pass, minutes_left: 1 } }
    open({ '/functions/get-user': { body: user }, ...noActions }, '?person=user-1')
    expect(await screen.findByText(/^Running, 1 minute left\./)).toBeTruthy()
  })

  test.each([
    ['unpaid', 'monthly', '2199-01-01T10:00:00.000Z', 'Period ends on'],
    ['unpaid', 'monthly', '2026-01-01T10:00:00.000Z', 'Ended on'],
    ['unpaid', null, '2199-01-01T10:00:00.000Z', 'Period ends on'],
    ['none', null, '2026-01-01T10:00:00.000Z', 'Ended on'],
    ['cancelling', 'monthly', '2199-01-01T10:00:00.000Z', 'Ends on'],
    ['active', 'monthly', '2199-01-01T10:00:00.000Z', 'Paid until'],
  ])('names the end of a subscription: %s with the plan %s until %s', async (status, plan, end, label) => {
    const user = { ...details, subscription_status: status, plan, subscription_end: end }
    open({ '/functions/get-user': { body: user }, ...noActions }, '?person=user-1')
    expect((await screen.findByText(label)).nextElementSibling?.textContent).toMatch(/1 January/)
  })

  test.each([
    ['bounce', 'NoEmail', /because they came back as undeliverable \(NoEmail\)/, /change the address/],
    ['complaint', 'abuse', /reported one as spam \(abuse\)/, /only if the user asks/],
  ])(
    'shows why emails to a user are stopped, and how to allow them again: %s',
    async (reason, detail, why, advice) => {
      const emails_stopped = { reason, detail, at: '2027-03-02T09:48:00.000Z' }
      open(
        { '/functions/get-user': { body: { ...details, emails_stopped } }, ...noActions },
        '?person=user-1',
      )
      const heading = await screen.findByRole('heading', { name: 'Emails' })
      const section = heading.parentElement?.textContent
      expect(section).toContain('since 2 March 2027, 09:48')
      expect(section).toMatch(why)
      expect(section).toMatch(advice)
      expect(section).toContain('npm run admin -- allow-email nadia@agency.example --stage <name>')
    },
  )

  test('shows that emails to a user are sent', async () => {
    open({ '/functions/get-user': { body: details }, ...noActions }, '?person=user-1')
    expect(await screen.findByText('Emails to this address are not stopped.')).toBeTruthy()
  })

  test('going back shows the same result, with the focus on the user', async () => {
    open({ '/functions/get-users': found([nadia]), '/functions/get-user': { body: details }, ...noActions })
    await type('nadia{Enter}')
    await userEvent.click(await screen.findByRole('link', { name: /nadia@agency/ }))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to users' }))
    const row = await screen.findByRole('link', { name: /nadia@agency/ })
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('nadia')
    expect(document.activeElement).toBe(row)
  })

  test('shows the search and the page of the address, for example after a reload', async () => {
    const seen = open({ '/functions/get-users': found([nadia], 26) }, '?q=nadia&page=2')
    expect(await screen.findByText('Page 2 of 2', { selector: 'nav span' })).toBeTruthy()
    expect(bodies(seen)).toEqual([{ page: 2, pageSize: 25, searchEmail: 'nadia' }])
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('nadia')
  })

  test('shows the page of a user by its address, after a failure too', async () => {
    open({ '/functions/get-user': [failing, { body: details }], ...noActions }, '?person=user-1')
    expect(await screen.findByText('This user could not be loaded')).toBeTruthy()
    await press('Try again')
    expect(await screen.findByRole('heading', { name: 'Nadia Hill' })).toBeTruthy()
  })

  test('shows no empty lists to a screen reader', async () => {
    open({ '/functions/get-user': { body: { ...details, tickets: [] } }, ...noActions }, '?person=user-1')
    expect(await screen.findByText('No actions recorded.')).toBeTruthy()
    expect(screen.getByText('No tickets.')).toBeTruthy()
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('says that a user no longer exists, without a way to try again', async () => {
    const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } }
    open({ '/functions/get-user': gone }, '?q=nadia&person=user-1')
    const heading = await screen.findByRole('heading', { name: 'This user no longer exists', level: 1 })
    expect(document.activeElement).toBe(heading)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const back = screen.getByRole('link', { name: 'Back to users' })
    expect(back.getAttribute('href')).toBe(`${paths.adminUsers}?q=nadia`)
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
    open(
      {
        '/functions/get-user': { body: details },
        '/functions/list-user-audit': [failing, { body: { data: record } }],
      },
      '?person=user-1',
    )
    expect((await screen.findByRole('alert')).textContent).toContain('The store is down.')
    await press('Try again')
    expect((await screen.findByText(/Made an admin/)).parentElement?.textContent).toContain('by AKIAEXAMPLE')
    expect(screen.getByText('Created a referral link: Siân')).toBeTruthy()
  })

  test('shows the searched text when no users are found', async () => {
    open({ '/functions/get-users': found([]) })
    await type('zzz{Enter}')
    expect(await screen.findByText('No users found matching "zzz"')).toBeTruthy()
    expect(screen.getByText(/more than 28 words in total, it leaves some/)).toBeTruthy()
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
})

describe('a search for users', () => {
  test('reports why a search failed and keeps the earlier result', async () => {
    open({ '/functions/get-users': [found([nadia]), failing] })
    await type('nadia{Enter}')
    await screen.findByText('1 user found')
    await press('Search')
    await waitFor(() => expect(toastText()).toBe('Error / Failed to search for user: The store is down.'))
    expect(screen.getByText('nadia@agency.example')).toBeTruthy()
    expect(screen.getByText('The list below is the earlier result for ‘nadia’.')).toBeTruthy()
  })

  test('closes the toast of a failed search when the next one succeeds', async () => {
    open({ '/functions/get-users': [failing, found([nadia])] })
    await type('nadia{Enter}')
    await waitFor(() => expect(toastText()).toMatch(/^Error/))
    await press('Search')
    await screen.findByText('1 user found')
    expect(toastText()).toBe('')
  })

  test('says after a reload that the search failed, and searches again', async () => {
    open({ '/functions/get-users': [failing, found([nadia])] }, '?q=nadia')
    expect((await screen.findByRole('alert')).textContent).toContain('The search failed')
    await press('Try again')
    expect(await screen.findByText('nadia@agency.example')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('keeps the focus in the field when a later search finds the user whose page was open', async () => {
    open({ '/functions/get-users': found([nadia]), '/functions/get-user': { body: details }, ...noActions })
    await type('nadia{Enter}')
    await userEvent.click(await screen.findByRole('link', { name: /nadia@agency/ }))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to users' }))
    await screen.findByRole('link', { name: /nadia@agency/ })
    await userEvent.clear(screen.getByRole('searchbox'))
    await type('{Enter}')
    await waitFor(() => expect(screen.queryByRole('link', { name: /nadia@agency/ })).toBeNull())
    await type('hill{Enter}')
    await screen.findByRole('link', { name: /nadia@agency/ })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
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
