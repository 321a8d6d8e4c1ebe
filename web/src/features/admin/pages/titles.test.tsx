// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { details, pageOf } from '../inbox/testing/open-inbox.tsx'
import AdminPage from './admin-page.tsx'

inFreshBrowser()

const user = {
  id: '3f2a9c1b-7d4e-4a55-9c0f-2b1d6e8f0a11',
  email: 'nadia@agency.example',
  created_at: '2026-07-01T23:30:00.000Z',
  last_sign_in_at: null,
  full_name: 'Nadia Hill',
  company_name: 'Quayside Homes',
  subscription_status: 'none',
  plan: null,
  subscription_end: null,
  balance_due_minor: null,
  emails_stopped: null,
  pass: null,
  tickets: [],
}
const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } }

// Each test has another admin, because the access status is kept for as long as the user stays the same.
let admins = 0
const open = (address: string, replies: Parameters<typeof fakeServer>[0] = {}) => {
  admins += 1
  signedInAs({ sub: `admin-${admins}` })
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: false, isAdmin: true } },
    '/functions/check-subscription': { body: { subscribed: false } },
    '/functions/get-second-factor': { body: { is_set_up: true, valid_until: '2027-03-01T22:00:00.000Z' } },
    '/functions/list-inbox': pageOf([details]),
    '/functions/get-inbox-item': { body: details },
    '/functions/get-user': { body: user },
    '/functions/list-user-audit': { body: { data: { about: [], by: [] } } },
    ...replies,
  })
  showPage(
    address,
    <Routes>
      <Route path={`${paths.admin}/*`} element={<AdminPage />} />
    </Routes>,
  )
}
const title = () => document.title.replace(` · ${brand.name}`, '')

describe('the title of the document', () => {
  test('names the open item of the inbox, and then the section again', async () => {
    open(paths.adminInbox)
    await userEvent.click(await screen.findByRole('link', { name: 'Gas safety' }))
    await waitFor(() => expect(title()).toBe('Ticket 4F2A9C1B · Inbox · Admin'))
    await userEvent.click(screen.getByRole('link', { name: 'Back to the inbox' }))
    await waitFor(() => expect(title()).toBe('Inbox · Admin'))
  })

  test('names a user by the start of the id, without the name or the address', async () => {
    open(`${paths.adminUsers}?person=${user.id}`)
    await waitFor(() => expect(title()).toBe('User 3f2a9c1b · Users · Admin'))
  })

  test('names the next section when the admin leaves an open item', async () => {
    open(`${paths.adminInbox}?item=${details.id}`)
    await waitFor(() => expect(title()).toBe('Ticket 4F2A9C1B · Inbox · Admin'))
    await userEvent.click(screen.getByRole('link', { name: 'Users' }))
    await screen.findByRole('heading', { name: 'Users', level: 1 })
    await waitFor(() => expect(title()).toBe('Users · Admin'))
  })

  test.each([
    [`${paths.adminInbox}?item=${details.id}`, 'This item no longer exists · Inbox · Admin'],
    [`${paths.adminUsers}?person=${user.id}`, 'This user no longer exists · Users · Admin'],
  ])('says at %s that nothing is there', async (address, expected) => {
    open(address, { '/functions/get-inbox-item': gone, '/functions/get-user': gone })
    await waitFor(() => expect(title()).toBe(expected))
  })
})
