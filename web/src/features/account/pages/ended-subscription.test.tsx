// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { billing, button, failing, noAccess, openProfile, subscribed } from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const endedOn = '2027-03-01T12:00:00.000Z'
const ended = {
  ...billing,
  subscription: { ...billing.subscription, nextChargeAt: null, endsAt: endedOn, hasEnded: true },
}
const withEnded = { '/functions/get-billing': { body: ended } }

test.each([
  ['the open invoice is unpaid', { ...noAccess, paymentDue: true }],
  [
    'the open invoice is unpaid and a cancellation was scheduled',
    {
      ...noAccess,
      paymentDue: true,
      cancelAtPeriodEnd: true,
    },
  ],
  ['its payment is disputed', { ...noAccess, disputed: true }],
])('offers nothing to cancel or resume after the end, while %s', async (_, access) => {
  openProfile(access, withEnded)
  expect(await screen.findByText('Ended')).toBeTruthy()
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  for (const name of ['Cancel Subscription', 'Cancellation Scheduled', 'Resume Subscription'])
    expect(button(name)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
  expect(screen.queryByText(/cancel it below/)).toBeNull()
})

test('offers to cancel if it is not known whether the subscription has ended', async () => {
  openProfile({ ...noAccess, paymentDue: true }, { '/functions/get-billing': failing })
  expect(await screen.findByText('Your billing details could not be loaded')).toBeTruthy()
  expect(button('Cancel Subscription')).toBeTruthy()
})

const late = { ...subscribed, withoutRenewal: true }

test('shows the end of access without renewal, with nothing to cancel and no charge', async () => {
  openProfile(late, withEnded)
  expect(await screen.findByText('Access Without Renewal')).toBeTruthy()
  expect(screen.getByText('Access until 1 May 2027')).toBeTruthy()
  expect(await screen.findByText('No further charges')).toBeTruthy()
  expect(screen.getByText(/there’s nothing to cancel/).textContent).toBe(
    'You have access until 1 May 2027. Your access won’t renew, so there’s nothing to cancel. You can subscribe again after that.',
  )
  expect(await screen.findByText('Subscription ended')).toBeTruthy()
  expect(screen.getByText('1 March 2027')).toBeTruthy()
  expect(screen.getByText('Access until').nextSibling?.textContent).toBe('1 May 2027')
  expect(screen.queryByText('Active Subscription')).toBeNull()
  expect(screen.queryByText(/£42\.00 (charged )?each month/)).toBeNull()
  expect(button('Cancel Subscription')).toBeNull()
  expect(button('Change Plan')).toBeNull()
})

const paused = { ...billing, subscription: { ...billing.subscription, nextChargeAt: null } }
const inDispute = { ...subscribed, disputed: true }

test('says until when access is paid, and that nothing is charged, while an earlier payment is disputed', async () => {
  openProfile(inDispute, { '/functions/get-billing': { body: paused } })
  expect(await screen.findByText('Nothing is charged during the dispute')).toBeTruthy()
  expect(screen.getByText(/You have access until 1 May 2027/).textContent).toBe(
    'You have access until 1 May 2027, because you’ve paid for that time. Nothing more is charged until your bank has decided. If the payment was correct, ask your bank to withdraw the dispute. If the dispute is settled in our favour, your subscription will renew as before. To stop the subscription for good, cancel it below.',
  )
  expect(screen.queryByText(/Renews on/)).toBeNull()
  expect(button('Cancel Subscription')).toBeTruthy()
})

test('promises no renewal after the dispute if the subscription is cancelled', async () => {
  openProfile({ ...inDispute, cancelAtPeriodEnd: true }, { '/functions/get-billing': { body: paused } })
  expect(await screen.findByText(/You have access until 1 May 2027/)).toBeTruthy()
  expect(screen.queryByText(/renew as before|cancel it below/)).toBeNull()
})
