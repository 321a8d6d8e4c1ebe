// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { nadia } from './testing/nadia.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser()

test('a search typed while another is running replaces it', async () => {
  const { promise: first, resolve: respond } = deferred<object>()
  signedInAs({ sub: 'admin-1' })
  fakeServer({
    '/functions/get-users': [first, { body: { users: [nadia], totalCount: 1, totalPages: 1 } }],
  })
  showPage(paths.adminUsers, <UsersSection />)
  const field = screen.getByRole('searchbox')
  const button = screen.getByRole('button', { name: 'Search' })
  await userEvent.type(field, 'a{Enter}')
  expect(button.ariaBusy).toBe('true')
  await userEvent.type(field, 'b')
  // Browsers ignore Enter in a form whose button is disabled. This test's keyboard does not.
  await userEvent.click(button)
  expect(await screen.findByText('1 user found')).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe(`${paths.adminUsers}?q=ab`)
  await act(async () => respond({ body: { users: [], totalCount: 0, totalPages: 0 } }))
  expect(screen.getByText('1 user found')).toBeTruthy()
})
