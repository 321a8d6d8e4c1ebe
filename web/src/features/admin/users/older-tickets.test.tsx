// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { nadia } from './testing/nadia.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser()

test('loads older tickets of a user on request', async () => {
  signedInAs({ sub: 'admin-1' })
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
