// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { nadia } from './testing/nadia.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser()

const userWith = (topic: string, tickets_next?: string) => ({
  ...nadia,
  plan: null,
  subscription_end: null,
  balance_due_minor: null,
  emails_stopped: null,
  pass: null,
  tickets: [{ id: topic, topic, created_at: '2027-01-04T10:00:00.000Z', inbox_id: topic }],
  tickets_next,
})

test('loads older tickets of a user on request', async () => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer({
    '/functions/get-user': [{ body: userWith('Gas safety', 'a-place') }, { body: userWith('Deposit') }],
    '/functions/list-user-audit': { body: { data: { about: [], by: [] } } },
  })
  showPage(`${paths.adminUsers}?person=user-1`, <UsersSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show older tickets' }))
  expect(await screen.findByRole('link', { name: 'Deposit' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Gas safety' })).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/functions/get-user').map(({ body }) => body)).toEqual([
    { id: 'user-1' },
    { id: 'user-1', tickets_after: 'a-place' },
  ])
})

test('loads older admin actions on a user on request', async () => {
  signedInAs({ sub: 'admin-1' })
  const actions = (about: string, about_next?: string) => ({
    about: [{ action: 'inbox-answered', at: '2027-01-04T10:00:00.000Z', about, by: null }],
    about_next,
    by: [],
  })
  const seen = fakeServer({
    '/functions/get-user': { body: userWith('Gas safety') },
    '/functions/list-user-audit': [
      { body: { data: actions('ticket AA', 'a-place') } },
      { body: { data: actions('ticket BB') } },
    ],
  })
  showPage(`${paths.adminUsers}?person=user-1`, <UsersSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show older actions' }))
  const older = await screen.findByText('Replied: ticket BB')
  expect(screen.getByText('Replied: ticket AA')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(older.closest('li')))
  expect(seen.filter(({ path }) => path === '/functions/list-user-audit').map(({ body }) => body)).toEqual([
    { id: 'user-1' },
    { id: 'user-1', about_after: 'a-place' },
  ])
})
