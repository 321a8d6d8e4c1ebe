// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { nadia } from './testing/nadia.ts'
import UsersSection from './users-section.tsx'

inFreshBrowser()

test('a search in a page that a browser has translated shows the new count and page', async () => {
  signedInAs({ sub: 'admin-1' })
  fakeServer({
    '/functions/get-users': [51, 52].map((totalCount) => ({
      body: { users: [nadia], totalCount, totalPages: 3 },
    })),
  })
  showPage(paths.adminUsers, <UsersSection />)
  await userEvent.type(screen.getByRole('searchbox'), 'a{Enter}')
  await screen.findByText('Page 1 of 3', { selector: 'nav span' })
  translatePage()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('52 users found. Page 2 of 3'),
  )
  expect(screen.getByRole('navigation').textContent).toContain('Page 2 of 3')
})
