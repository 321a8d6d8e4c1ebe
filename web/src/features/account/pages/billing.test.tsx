// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { currentToast } from '#web/ui/toast.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import {
  address,
  billing,
  button,
  end,
  failing,
  noAccess,
  noBilling,
  openProfile,
  pass,
  payment,
  press,
  subscribed,
  watchLocation,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const withBilling = (body: object) => ({ '/functions/get-billing': { body } })

test('shows plan, price, next charge, card and invoices', async () => {
  openProfile(subscribed, withBilling(billing))
  expect(await screen.findByText('Monthly, £42.00 each month')).toBeTruthy()
  expect(screen.getByText('1 May 2027')).toBeTruthy()
  expect(screen.getByText('Visa ending in 4242')).toBeTruthy()
  const link = screen.getByRole('link', { name: /ABC-0001/ })
  expect(link.getAttribute('href')).toBe(payment.url)
  expect(screen.queryByText(/Open balance/)).toBeNull()
})

test('shows credit that is taken off the next payment', async () => {
  openProfile(subscribed, withBilling({ ...billing, credit: { amountMinor: 3000, currency: 'gbp' } }))
  const label = await screen.findByText('Credit')
  expect(label.nextSibling?.textContent).toBe('£30.00, taken off your next subscription payment')
  cleanup()
  openProfile(subscribed, withBilling(billing))
  await screen.findByText('Visa ending in 4242')
  expect(screen.queryByText('Credit')).toBeNull()
})

const renewing = { ...billing.subscription, renewalChargedAt: '2027-04-01T13:00:00.000Z' }

test('shows that the renewal is charged today, before the next one', async () => {
  openProfile(subscribed, withBilling({ ...billing, subscription: renewing }))
  expect(await screen.findByText('£42.00 charged each month, next on 1 April 2027')).toBeTruthy()
  expect(screen.getByText('Next charge').nextSibling?.textContent).toBe('1 April 2027')
})

test('says before and after a cancellation that the renewal is still being charged', async () => {
  const cancelled = { ...renewing, nextChargeAt: null, endsAt: end }
  openProfile(subscribed, withBilling({ ...billing, subscription: renewing }))
  expect(await screen.findByText(/next on 1 April/)).toBeTruthy()
  await press('Cancel Subscription')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('No auto-renewal: after this payment, you won’t be charged again.')).toBeTruthy()
  expect(
    dialog.getByText('Access is kept until period end, 1 May 2027, as long as this payment goes through.'),
  ).toBeTruthy()
  cleanup()
  openProfile(
    { ...subscribed, cancelAtPeriodEnd: true },
    withBilling({ ...billing, subscription: cancelled }),
  )
  expect(
    await screen.findByText('We’re still taking the payment for your renewal. No further charges after that'),
  ).toBeTruthy()
})

test('promises, while the bill is not known, only that a cancelled subscription does not renew', async () => {
  openProfile(subscribed, { '/functions/get-billing': failing })
  await screen.findByText('Your billing details could not be loaded')
  await press('Cancel Subscription')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('No auto-renewal: you won’t be charged for another period.')).toBeTruthy()
})

test('shows the price after a scheduled change of plan', async () => {
  const change = { plan: 'monthly', amountMinor: 5000, currency: 'gbp', interval: 'month', startsAt: end }
  const annual = { plan: 'annual', amountMinor: 55_000, interval: 'year', scheduledChange: change }
  openProfile(
    { ...subscribed, subscriptionTier: 'Annual' },
    withBilling({ ...billing, subscription: { ...billing.subscription, ...annual } }),
  )
  expect(
    await screen.findByText('£550.00 charged each year, then £50.00 each month from 1 May 2027'),
  ).toBeTruthy()
})

test('stays after the subscription has ended', async () => {
  const ended = { ...billing.subscription, nextChargeAt: null, endsAt: end, hasEnded: true }
  openProfile(noAccess, withBilling({ ...billing, subscription: ended }))
  expect(await screen.findByText('Ended')).toBeTruthy()
  expect(screen.queryByText('Next charge')).toBeNull()
  expect(button('Cards and Invoices')).toBeTruthy()
})

test('shows pass buyers their receipts, with what was refunded', async () => {
  const receipt = { ...payment, kind: 'pass', number: null, refundedMinor: 1000 }
  openProfile(noAccess, withBilling({ ...noBilling, payments: [receipt] }))
  expect(await screen.findByText('Live chat pass, £10.00 refunded')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Receipt/ })).toBeTruthy()
  expect(button('Cards and Invoices')).toBeTruthy()
})

test.each([
  ['open', 'Live chat pass, disputed'],
  ['lost', 'Live chat pass, returned by your bank'],
] as const)('shows that a payment is in a dispute: %s', async (dispute, text) => {
  openProfile(noAccess, withBilling({ ...noBilling, payments: [{ ...payment, kind: 'pass', dispute }] }))
  expect(await screen.findByText(text)).toBeTruthy()
})

const showAllName = /^Show all 6 ?invoices and receipts$/

test('shows five payments first, then all', async () => {
  const payments = [1, 2, 3, 4, 5, 6].map((number) => ({ ...payment, number: `ABC-000${number}` }))
  openProfile(subscribed, withBilling({ ...billing, payments }))
  expect(await screen.findByText('ABC-0005')).toBeTruthy()
  expect(screen.queryByText('ABC-0006')).toBeNull()
  await press(showAllName)
  expect(screen.getByText('ABC-0006')).toBeTruthy()
})

test('moves the focus to the first payment that was not shown before', async () => {
  const payments = [1, 2, 3, 4, 5, 6].map((number) => ({ ...payment, number: `ABC-000${number}` }))
  openProfile(subscribed, withBilling({ ...billing, payments }))
  const showAll = await screen.findByRole('button', { name: showAllName })
  showAll.focus()
  await press(showAllName)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('ABC-0006').closest('li')))
})

test('lists what has not been paid yet', async () => {
  openProfile(subscribed, withBilling({ ...billing, payments: [{ ...payment, status: 'open' }] }))
  expect(await screen.findByText('Subscription, not paid yet')).toBeTruthy()
})

test('shows an account that never paid where its invoices will appear', async () => {
  openProfile(noAccess)
  // The text claims nothing about the past, because staff may have deleted the customer at Stripe.
  expect(await screen.findByText('Your invoices and receipts will appear here.')).toBeTruthy()
  expect(button('Cards and Invoices')).toBeNull()
})

test.each([
  [failing, 'Something went wrong.'],
  ['unreachable' as const, 'You seem to be offline. Please check your connection and try again.'],
])('reports a failure in place and tries again: %j', async (reply, message) => {
  openProfile(subscribed, { '/functions/get-billing': [reply, { body: billing }] })
  expect(await screen.findByText('Your billing details could not be loaded')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByText('Renews on 1 May 2027')).toBeTruthy()
  await press('Try again')
  expect(await screen.findByText('Monthly, £42.00 each month')).toBeTruthy()
})

const openBalance = {
  amountMinor: 4200,
  currency: 'gbp',
  invoiceMinor: 4200,
  invoices: 1,
  url: 'https://pay.example/i/2',
  nextAttemptAt: end,
}

test('enables the buttons and reads the balance again after the Back button', async () => {
  watchLocation()
  const due = { ...noAccess, paymentDue: true }
  openProfile(due, {
    '/functions/get-billing': [{ body: { ...billing, openBalance } }, { body: billing }],
    '/functions/create-billing-portal': { body: { url: 'https://portal.example' } },
    '/functions/get-open-invoice': { body: { url: 'https://pay.example/i/2' } },
  })
  await press('Cards and Invoices')
  await press('Pay the open invoice')
  const leaving = ['Cards and Invoices', 'Pay the open invoice'].map((name) => button(name))
  for (const one of leaving) expect(one?.getAttribute('aria-disabled')).toBe('true')
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  for (const one of leaving) expect(one?.getAttribute('aria-disabled')).toBeNull()
  await waitFor(() => expect(screen.queryByText(/Open balance/)).toBeNull())
})

test('shows what is owed, and opens the invoice', async () => {
  const { assign } = watchLocation()
  openProfile({ ...noAccess, paymentDue: true }, withBilling({ ...billing, openBalance }))
  expect(await screen.findByText(/You owe £42\.00\. /)).toBeTruthy()
  expect(screen.queryByText(/remains? open/)).toBeNull()
  expect(screen.getByText(/try your card again on 1 May 2027/)).toBeTruthy()
  await press('Pay £42.00')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/i/2')
})

test.each([
  ['the next attempt to charge the card', '2027-04-08T12:00:00.000Z', '8 April 2027'],
  ['none if there is no further attempt', null, undefined],
])('shows of a past-due subscription, as the next charge, %s', async (_, nextAttemptAt, shown) => {
  const subscription = { ...billing.subscription, nextChargeAt: null }
  const body = { ...billing, subscription, openBalance: { ...openBalance, nextAttemptAt } }
  openProfile({ ...noAccess, paymentDue: true }, withBilling(body))
  expect(await screen.findByText('Monthly, £42.00 each month')).toBeTruthy()
  expect(screen.queryByText('Next charge')?.nextSibling?.textContent).toBe(shown)
})

test('labels the button with the amount of the invoice that it opens, and says what remains', async () => {
  const { assign } = watchLocation()
  const two = { ...openBalance, amountMinor: 9700, invoices: 2 }
  openProfile({ ...noAccess, paymentDue: true }, withBilling({ ...billing, openBalance: two }))
  expect((await screen.findByText(/^Open balance/)).textContent).toBe('Open balance: £97.00')
  expect(screen.getByText('1 more invoice remains open: £55.00')).toBeTruthy()
  expect(screen.getByText(/You owe £97\.00 in 2 invoices/)).toBeTruthy()
  await press('Pay £42.00')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/i/2')
})

test.each([
  [true, /access for one more period, starting on the day you pay/],
  [false, /access comes back as soon as you pay/],
] as const)('states what paying gives when the subscription has ended: %s', async (hasEnded, text) => {
  const subscription = { ...billing.subscription, nextChargeAt: null, endsAt: end, hasEnded }
  openProfile({ ...noAccess, paymentDue: true }, withBilling({ ...billing, subscription, openBalance }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('opens the portal', async () => {
  const { assign } = watchLocation()
  openProfile(subscribed, {
    ...withBilling(billing),
    '/functions/create-billing-portal': { body: { url: 'https://pay.example/portal' } },
  })
  expect(await screen.findByText(/You can add or correct your VAT number there\./)).toBeTruthy()
  await press('Cards and Invoices')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'))
})

const fromPayment = { address: `${paths.profile}?payment=success` }

test('confirms a payment once, and explains when the timer of a pass starts', async () => {
  openProfile({ ...noAccess, hasOneTimeAccess: true, pass }, {}, fromPayment)
  expect(await screen.findByText('Access Activated!')).toBeTruthy()
  expect(toastText()).toBe(
    'Access Granted! / Your payment was successful and profile access has been unlocked.',
  )
  expect(currentToast()?.durationMs).toBe(5000)
  await waitFor(() => expect(address()).toBe(paths.profile))
  expect(await screen.findByText(/timer starts when advisers respond in live chat/)).toBeTruthy()
})

test('does not say that the timer of a pass has yet to start while it runs', async () => {
  const running = { ...pass, state: 'running', endsAt: end, minutes: 60 }
  openProfile({ ...noAccess, hasOneTimeAccess: true, pass: running }, {}, fromPayment)
  expect(await screen.findByText('Access Activated!')).toBeTruthy()
  expect(await screen.findByText('Live chat timer running')).toBeTruthy()
  expect(screen.queryByText(/timer starts/)).toBeNull()
})

test('does not confirm a payment to an account without access, and checks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openProfile(noAccess, {}, fromPayment)
  await vi.waitFor(() => expect(screen.getByText('Checking your payment…')).toBeTruthy())
  await vi.waitFor(
    async () => {
      await act(async () => vi.advanceTimersByTime(16_000))
      expect(screen.getByText('We can’t see a payment yet')).toBeTruthy()
    },
    { timeout: 10_000 },
  )
  expect(currentToast()).toBeNull()
  expect(screen.queryByText('Access Activated!')).toBeNull()
  expect(button('Check again')).toBeTruthy()
})

test('confirms a payment that gives access while the page checks', async () => {
  openProfile(
    noAccess,
    { '/functions/get-access': [{ body: noAccess }, { body: noAccess }, { body: subscribed }] },
    fromPayment,
  )
  expect(await screen.findByText('Access Activated!')).toBeTruthy()
})
