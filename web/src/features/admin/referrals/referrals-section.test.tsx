// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import ReferralsSection from './referrals-section.tsx'

inFreshBrowser(forgetToast)

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => writeText.mockResolvedValue(undefined))

const link = (token: string, referrer_name: string, used_count = 0) => ({
  token,
  referrer_name,
  used_count,
  created_at: '2026-11-01T09:00:00.000Z',
})
const list = (...links: object[]) => ({ '/functions/list-referrals': { body: { data: links } } })
const errorResponse = (message: string, code = 'internal', status = 500) => ({
  status,
  body: { error: { code, message } },
})
const success = (name: string, body: object = {}) => ({ [`/functions/${name}`]: { body } })

const open = (replies: Parameters<typeof fakeServer>[0]) => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer({ ...list(), ...replies })
  showPage(`${paths.admin}/referrals`, <ReferralsSection />)
  // user-event installs its own clipboard. This replaces it.
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  return seen
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const callsOf = (seen: ReturnType<typeof open>, name: string) =>
  seen.filter(({ path }) => path === `/functions/${name}`)

const report = success('get-referral-analytics', {
  data: {
    analytics: [{ period: '2026-11-01', referrer: 'Siân', count: 3, uniqueTokens: 2 }],
    summary: { totalUsage: 3 },
  },
})

describe('/admin/referrals', () => {
  test('creates a link for a name that is not blank', async () => {
    const url = 'http://localhost/signup?ref=new-token'
    const seen = open(success('create-referral', { url, token: 'new-token' }))
    expect(await screen.findByText('No referral links yet.')).toBeTruthy()
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create link' })
    expect(create.disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Referrer name'), '   {Enter}')
    expect(create.disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Referrer name'), 'Siân')
    await userEvent.click(create)
    expect(await screen.findByText(url)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Referrer name'))
    expect(callsOf(seen, 'create-referral').map(({ body }) => body)).toEqual([{ referrer_name: 'Siân' }])
    await waitFor(() => expect(callsOf(seen, 'list-referrals')).toHaveLength(2))
  })

  test('shows inline why a link could not be created, and keeps the name', async () => {
    open({ '/functions/create-referral': errorResponse('The store is down.') })
    await userEvent.type(screen.getByLabelText('Referrer name'), 'Siân{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: The store is down.')
    expect(toastText()).toBe('')
    expect(screen.getByDisplayValue('Siân')).toBeTruthy()
  })

  test('lists each link with token, uses and date; shows no statistics before a link has been used', async () => {
    open(list(link('token-a', 'Siân'), link('token-b', 'Rhys')))
    const table = within(await screen.findByRole('table', { name: 'Referral links, newest first' }))
    const cells = within(table.getAllByRole('row')[1] ?? document.body).getAllByRole('cell')
    expect(cells.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'token-a',
      '0',
      '1 November 2026',
    ])
    expect(screen.queryByText('Referral statistics')).toBeNull()
  })

  test('adds up the uses of all links of a referrer', async () => {
    open(list(link('a', 'Siân', 2), link('b', 'Rhys', 4), link('c', 'Siân', 3), link('d', 'Unused')))
    const table = within(await screen.findByRole('table', { name: /Uses of current links/ }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ReferrerLinksUsed',
      'Siân25',
      'Rhys14',
      'Unused10',
    ])
  })

  test("copies the address of a link and shows 'Copied' for two seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open(list(link('token-a', 'Siân')))
    await press(/^Copy Link ?Siân/)
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/signup?ref=token-a`)
    expect(toastText()).toBe('Link copied!')
    expect(screen.getByRole('button', { name: /^Copied ?Siân/ })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(screen.queryByRole('button', { name: /^Copied ?Siân/ })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(screen.getByRole('button', { name: /^Copy Link ?Siân/ })).toBeTruthy()
  })

  test('reports when the browser denies access to the clipboard', async () => {
    open(list(link('token-a', 'Siân')))
    const denied = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: denied }, configurable: true })
    await press(/^Copy Link ?Siân/)
    await waitFor(() => expect(toastText()).toBe('Copy failed / Failed to copy link to clipboard'))
    expect(screen.getByRole('button', { name: /^Copy Link ?Siân/ })).toBeTruthy()
  })

  test('revokes only after a confirmation, and does not read the response', async () => {
    const seen = open({
      ...list(link('token-a', 'Siân')),
      '/functions/revoke-referral': [errorResponse('Try later.'), { body: { unexpected: ['content'] } }],
    })
    await press(/^Revoke ?Siân/)
    await inDialog('Keep it')
    expect(callsOf(seen, 'revoke-referral')).toEqual([])
    await press(/^Revoke ?Siân/)
    await inDialog('Revoke')
    await waitFor(() => expect(toastText()).toBe('Revoke Failed / Try later.'))
    await inDialog('Revoke')
    await waitFor(() => expect(toastText()).toBe('Link revoked'))
    expect(callsOf(seen, 'revoke-referral').map(({ body }) => body)).toContainEqual({ token: 'token-a' })
    await waitFor(() => expect(callsOf(seen, 'list-referrals')).toHaveLength(2))
  })

  test('rotates only after a confirmation, and reloads the list when another admin has changed the link', async () => {
    const seen = open({
      ...list(link('token-a', 'Siân')),
      '/functions/rotate-referral': [
        errorResponse('Not found.', 'not_found', 404),
        { body: { url: 'http://localhost/signup?ref=b', token: 'b' } },
      ],
    })
    await press(/^Rotate ?Siân/)
    await inDialog('Rotate')
    await waitFor(() => expect(toastText()).toBe('Rotate Failed / Not found.'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(callsOf(seen, 'list-referrals')).toHaveLength(2))
    await press(/^Rotate ?Siân/)
    await inDialog('Rotate')
    await waitFor(() => expect(toastText()).toMatch(/^Link rotated/))
  })

  test.each(['Rotate', 'Revoke'])(
    '%s: hides the link that was just created, and moves the focus to the list',
    async (verb) => {
      const url = 'http://localhost/signup?ref=token-a'
      open({
        ...success('create-referral', { url, token: 'token-a' }),
        '/functions/list-referrals': [
          { body: { data: [] } },
          { body: { data: [link('token-a', 'Siân')] } },
          { body: { data: [link('token-b', 'Rhys')] } },
        ],
        ...success('rotate-referral', { url: 'http://localhost/signup?ref=token-b', token: 'token-b' }),
        ...success('revoke-referral'),
      })
      await userEvent.type(screen.getByLabelText('Referrer name'), 'Siân{Enter}')
      expect(await screen.findByText(url)).toBeTruthy()
      await press(new RegExp(`^${verb} ?Siân`))
      await inDialog(verb)
      expect(await screen.findByText('token-b')).toBeTruthy()
      expect(screen.queryByText(url)).toBeNull()
      const region = screen.getByRole('region', { name: 'All referral links' })
      await waitFor(() => expect(document.activeElement).toBe(region))
    },
  )

  test('reports when the links cannot be loaded, and tries again', async () => {
    open({ '/functions/list-referrals': [errorResponse('Down.'), { body: { data: [link('a', 'Siân')] } }] })
    await waitFor(() => expect(toastText()).toBe('Failed to load referrals / Down.'))
    await press('Try again')
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(toastText()).toBe('')
  })

  test('requests the last six months by month, by default', async () => {
    const seen = open(
      success('get-referral-analytics', { data: { analytics: [], summary: { totalUsage: 0 } } }),
    )
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect(value('Start date') < value('End date')).toBe(true)
    expect(value('Group by')).toBe('month')
    const range = { startDate: value('Start date'), endDate: value('End date'), groupBy: 'month' }
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true)
    await press('Generate Report')
    expect(
      await screen.findByText('There were no sign-ups through referral links in this range.'),
    ).toBeTruthy()
    expect(callsOf(seen, 'get-referral-analytics').map(({ body }) => body)).toEqual([range])
  })

  test('requires both dates', async () => {
    const seen = open({})
    await userEvent.clear(screen.getByLabelText('End date'))
    await press('Generate Report')
    expect(toastText()).toBe('Missing Dates / Please select both start and end dates')
    expect(callsOf(seen, 'get-referral-analytics')).toEqual([])
  })

  test.each([
    [errorResponse('Please choose at most 5 years'), 'Analytics Error / Please choose at most 5 years'],
    [errorResponse(''), 'Analytics Error / Failed to load analytics'],
  ])('reports why there is no report: %j', async (reply, text) => {
    open({ '/functions/get-referral-analytics': reply })
    await press('Generate Report')
    await waitFor(() => expect(toastText()).toBe(text))
  })

  test('shows a report as a chart and as a table', async () => {
    // The report begins six months before today, and the chart shows no other period.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
    open(report)
    await press('Generate Report')
    expect(await screen.findByText('Total usage: 3')).toBeTruthy()
    expect(screen.getByRole('img', { name: /The highest is/ })).toBeTruthy()
    // The table must not be announced, because it may be long.
    expect(screen.getByText('Total usage: 3').closest('[role=status]')).toBeTruthy()
    expect(
      screen.getByRole('table', { name: /Referral uses/ }).closest('[role=status], [aria-live]'),
    ).toBeNull()
    const row = within(screen.getByRole('table', { name: /Referral uses/ })).getAllByRole('row')[1]
    expect(row?.textContent).toBe('November 2026Siân32')
  })

  test('saves the report as a file, or reports that it could not', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const createObjectURL = vi.fn<() => string>(() => 'blob:report')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
    open(report)
    await press('Generate Report')
    await press('Export CSV')
    expect(clicked).toHaveBeenCalledOnce()
    createObjectURL.mockImplementation(() => {
      throw new Error('no room')
    })
    await press('Export CSV')
    expect(toastText()).toBe('Export Failed / Failed to export analytics data')
  })
})

describe('a report of the referral analytics', () => {
  test('closes the toast of a failed attempt when the next one succeeds', async () => {
    const [path = ''] = Object.keys(report)
    open({ [path]: [errorResponse(''), ...Object.values(report)] })
    await press('Generate Report')
    await waitFor(() => expect(toastText()).toMatch(/^Analytics Error/))
    await press('Generate Report')
    await screen.findByText('Total usage: 3')
    expect(toastText()).toBe('')
  })
})

describe('the filter of the referral links', () => {
  test('shows 50 links at a time, and filters them by name', async () => {
    open(list(...Array.from({ length: 60 }, (_, n) => link(`token-${n}`, `Referrer ${n}`))))
    await screen.findByText('token-0')
    // Found by selector, because computing the roles of hundreds of elements takes seconds.
    const shown = () => document.querySelectorAll('tbody tr').length
    expect(shown()).toBe(50)
    await userEvent.click(screen.getByText('Show more'))
    expect(shown()).toBe(60)
    fireEvent.input(screen.getByLabelText('Filter by referrer name'), { target: { value: 'referrer 59' } })
    expect(shown()).toBe(1)
    expect(screen.getByText('1 of 60 links').closest('[role=status]')).toBeTruthy()
  })

  test('finds a referrer whatever the accents, apostrophes and order of words in the filter', async () => {
    const others = Array.from({ length: 10 }, (_, n) => link(`token-${n}`, `Referrer ${n}`))
    open(list(link('welsh', 'Siân O’Hare'), ...others))
    const filter = await screen.findByLabelText('Filter by referrer name')
    for (const typed of ['sian', 'Sia\u0302n', "o'hare", 'ohare siân']) {
      fireEvent.input(filter, { target: { value: typed } })
      expect(screen.getByText('1 of 11 links'), typed).toBeTruthy()
      expect(screen.getByText('welsh'), typed).toBeTruthy()
    }
  })
})
