// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { AccessState } from '#web/lib/access.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import SessionBar from './session-bar.tsx'

inFreshBrowser()

/** The access of an account with a running pass. */
const accessUntil = (endsAt: string): AccessState => ({
  loading: false,
  roleKnown: true,
  failed: false,
  access: {
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
    pass: { state: 'running', endsAt, useBy: endsAt, minutes: 30 },
    passDisputed: false,
  },
})

const showBar = (minutesLeft: number) => {
  const endsAt = new Date(serverNow().getTime() + minutesLeft * 60_000).toISOString()
  return render(
    <MemoryRouter>
      <SessionBar access={accessUntil(endsAt)} pass={{ guestKey: undefined, endsAt }} />
    </MemoryRouter>,
  )
}

test('the bar shows the clock from the start of a pass, even while the chat window is closed', () => {
  showBar(30)
  expect(screen.getByRole('complementary', { name: 'Time left in your chat' })).toBeTruthy()
})

test('the bar disappears when the time is up', () => {
  showBar(0)
  expect(screen.queryByRole('complementary')).toBeNull()
})
