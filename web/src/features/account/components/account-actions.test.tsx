// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { noAccess } from '../testing/open-profile.tsx'
import { AccountActions } from './account-actions.tsx'

inFreshBrowser()

test('shows admins a link to the admin area', () => {
  showPage(
    paths.profile,
    <AccountActions
      access={{ ...noAccess, isAdmin: true }}
      hasEnded={false}
      isRenewing={false}
      accessState="known"
      email="admin@agents.example"
      onDeleted={() => undefined}
    />,
  )
  expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe(paths.admin)
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})
