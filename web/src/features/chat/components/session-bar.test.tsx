// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import SessionBar from './session-bar.tsx'

inFreshBrowser()

const access: AccessStatus = {
  isSubscribed: false,
  hasOneTimeAccess: true,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  subscriptionEnd: null,
  subscriptionTier: null,
  paymentDue: false,
  balanceDueMinor: null,
  disputed: false,
  withoutRenewal: false,
  pass: null,
}

const showBar = (minutesLeft: number) =>
  render(
    <MemoryRouter>
      <SessionBar
        access={access}
        pass={{
          guestKey: undefined,
          endsAt: new Date(serverNow().getTime() + minutesLeft * 60_000).toISOString(),
        }}
      />
    </MemoryRouter>,
  )

test('the bar shows the clock from the start of a pass, even while the chat window is closed', () => {
  showBar(30)
  expect(screen.getByRole('complementary', { name: 'Time left in your chat' })).toBeTruthy()
})

test('the bar disappears when the time is up', () => {
  showBar(0)
  expect(screen.queryByRole('complementary')).toBeNull()
})
