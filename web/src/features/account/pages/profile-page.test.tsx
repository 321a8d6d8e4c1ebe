// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { currentSession, storeSession } from '#web/lib/session-store.ts'
import { sessionOf } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import {
  address,
  billing,
  button,
  confirm,
  end,
  failing,
  noAccess,
  openProfile as open,
  pass,
  press,
  profile,
  subscribed,
  watchLocation,
} from '../testing/open-profile.tsx'
import ProfilePage from './profile-page.tsx'

inFreshBrowser(forgetToast)

test('redirects signed-out visitors to the sign-in page', async () => {
  fakeServer({})
  showPage(paths.profile, <ProfilePage />)
  await waitFor(() => expect(address()).toBe(paths.login))
})

test('redirects admins to the admin area', async () => {
  open({ ...noAccess, isAdmin: true })
  await waitFor(() => expect(address()).toBe(paths.admin))
})

test('shows the account, its access status and its plan', async () => {
  open(subscribed, { '/functions/get-billing': { body: billing } })
  expect(await screen.findByText('member@agents.example')).toBeTruthy()
  expect(screen.getByText('31 January 2026')).toBeTruthy()
  expect(await screen.findByText('Active Subscription')).toBeTruthy()
  expect(await screen.findByText('Monthly')).toBeTruthy()
  expect(screen.getByText('£42.00 charged each month, next on 1 May 2027')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Cancel Subscription' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})

test.each([
  ['bounce', /came back as undeliverable.*Please change your email address/],
  ['complaint', /was reported as spam.*If you’d like to get them again/],
] as const)('says that emails are stopped after a %s', async (reason, words) => {
  open(noAccess, { '/functions/get-profile': { body: { ...profile, emails_stopped: reason } } })
  expect((await screen.findByText('You’re not getting our emails')).parentElement?.textContent).toMatch(words)
})

test('offers a subscription to an account without access', async () => {
  open(noAccess)
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Subscribe Now' })).getAttribute('href')).toBe(
    paths.subscribe,
  )
  expect(button('Cancel Subscription')).toBeNull()
  expect(screen.queryByText('Plan type')).toBeNull()
  for (const name of ['Change Password', 'Download My Data', 'Delete My Account'])
    expect(button(name)).toBeTruthy()
})

test('shows the pass of an account', async () => {
  open({ ...noAccess, hasOneTimeAccess: true, pass })
  expect(await screen.findByText('Profile Access Active')).toBeTruthy()
  expect(screen.getByText('30-minute live chat timer available')).toBeTruthy()
  expect(screen.getByText(/Use the pass by 13:00 on 1 May 2027/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})

test('shows all minutes of a pass that was extended', async () => {
  open({ ...noAccess, hasOneTimeAccess: true, pass: { ...pass, minutes: 60 } })
  expect(await screen.findByText('60-minute live chat timer available')).toBeTruthy()
  expect(screen.getByText(/Your 60-minute timer starts/)).toBeTruthy()
})

test.each([
  [end, 'Cancels on 1 May 2027', 'Access ends on 1 May 2027'],
  [null, 'Cancellation scheduled', 'Your subscription will not renew'],
])('shows a cancellation that ends at %s', async (subscriptionEnd, badge, detail) => {
  open({ ...subscribed, subscriptionEnd, cancelAtPeriodEnd: true })
  expect(await screen.findByText(badge)).toBeTruthy()
  expect(screen.getByText('Cancelling Soon')).toBeTruthy()
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(button('Cancellation Scheduled')).toHaveProperty('disabled', true)
  expect(button('Cancel Subscription')).toBeNull()
})

test('says which plan a resumed subscription renews with, before and after', async () => {
  const { reload } = watchLocation()
  const subscription = { ...billing.subscription, plan: 'annual', amountMinor: 55_000, interval: 'year' }
  open(
    { ...subscribed, cancelAtPeriodEnd: true },
    {
      '/functions/get-billing': { body: { ...billing, subscription } },
      '/functions/resume-subscription': { body: {} },
    },
  )
  const text = 'If you resume, your annual plan (£550.00 each year) renews on 1 May 2027.'
  expect(await screen.findByText(text)).toBeTruthy()
  await press('Resume Subscription')
  await waitFor(() =>
    expect(toastText()).toBe('Subscription resumed / Your annual plan will renew on 1 May 2027.'),
  )
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('cancels after a confirmation and reloads the page; makes no call when the user keeps the subscription', async () => {
  const { reload } = watchLocation()
  const seen = open(subscribed, { '/functions/cancel-subscription': { body: { subscription_end: end } } })
  await press('Cancel Subscription')
  const list = within(screen.getByRole('dialog')).getByRole('list').textContent ?? ''
  for (const text of ['No auto-renewal', 'until period end', 'resubscribe', 'data is safe'])
    expect(list).toContain(text)
  expect(screen.getByRole('dialog').textContent).toContain('Your access ends on 1 May 2027')
  expect(screen.getByRole('dialog').textContent).toContain('Your access ends on 1 May 2027')
  await confirm('Keep Subscription')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen.map(({ path }) => path)).not.toContain('/functions/cancel-subscription')
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('Subscription cancelled'))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('reports a failed cancellation', async () => {
  open(subscribed, { '/functions/cancel-subscription': failing })
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toBe('Error / Failed to cancel subscription. Please try again.'))
})

test('opens the invoice of an account with a payment due', async () => {
  const { assign } = watchLocation()
  open(
    { ...noAccess, paymentDue: true },
    { '/functions/get-open-invoice': { body: { url: 'https://pay.example/i' } } },
  )
  await press('Pay the open invoice')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/i'))
  expect(button('Cancel Subscription')).toBeTruthy()
})

test('explains on cancellation that a due payment stays due, and promises no access until it is paid', async () => {
  watchLocation()
  const unpaid = { ...noAccess, paymentDue: true, subscriptionEnd: end }
  open(unpaid, { '/functions/cancel-subscription': { body: { subscription_end: end } } })
  await press('Cancel Subscription')
  const words = screen.getByRole('dialog').textContent ?? ''
  expect(words).toContain('once the open invoice is paid')
  expect(words).not.toMatch(/stays active|not be charged again/)
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('You still need to pay the open invoice.'))
})

test('explains a dispute, offers to cancel and sells nothing', async () => {
  watchLocation()
  open(
    { ...noAccess, disputed: true },
    { '/functions/cancel-subscription': { body: { subscription_end: end } } },
  )
  expect(await screen.findByText('One of your payments is disputed')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
  await press('Cancel Subscription')
  expect(screen.getByRole('dialog').textContent).toContain('whatever your bank decides')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('You won’t be charged again.'))
})

test('explains the dispute of a pass, unless another pass gives access', async () => {
  const title = 'The payment for your pass is disputed'
  open({ ...noAccess, passDisputed: true })
  expect(await screen.findByText(title)).toBeTruthy()
  cleanup()
  open({ ...noAccess, hasOneTimeAccess: true, passDisputed: true })
  expect(await screen.findByText('Profile Access Active')).toBeTruthy()
  expect(screen.queryByText(title)).toBeNull()
})

test('says only what a disputed payment of a subscription bought, as a pass may give access', async () => {
  open({ ...noAccess, hasOneTimeAccess: true, disputed: true })
  expect(await screen.findByText(/can’t use what it paid for until your bank has decided/)).toBeTruthy()
  expect(screen.queryByText(/You don’t have access/)).toBeNull()
})

test('shows an open invoice and the dispute of another payment without a contradiction', async () => {
  open({ ...noAccess, paymentDue: true, disputed: true, subscriptionEnd: end })
  expect(await screen.findByText(/a different payment, not your open invoice/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
  expect(screen.queryByText(/can’t use what it paid for until your bank has decided/)).toBeNull()
  await press('Cancel Subscription')
  const words = screen.getByRole('dialog').textContent ?? ''
  expect(words).toContain('once the open invoice is paid')
  expect(words).not.toContain('whatever your bank decides')
})

test('shows no end of access while a payment is due', async () => {
  open({ ...noAccess, paymentDue: true, subscriptionEnd: end, cancelAtPeriodEnd: true })
  expect(await screen.findByText('Your subscription will not renew')).toBeTruthy()
  expect(screen.queryByText(/Access ends on/)).toBeNull()
})

test('reports a failed data export', async () => {
  open(noAccess, { '/functions/export-account-data': failing })
  await press('Download My Data')
  await waitFor(() => expect(toastText()).toBe('Error / Failed to export account data. Please try again.'))
})

test('saves the data as a file named after the date', async () => {
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const body = { about_this_file: { created_at: '2026-11-20T23:59:00.000Z' } }
  open(noAccess, { '/functions/export-account-data': { body } })
  await press('Download My Data')
  await waitFor(() => expect(names).toEqual(['my-data-2026-11-20.json']))
})

const changePassword = async () => {
  await press('Change Password')
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(screen.getByLabelText(label, { selector: 'input' }), 'lantern-42')
  await press('Update Password')
}

test('changes the password and goes to the sign-in page', async () => {
  open(noAccess, { '/functions/update-password': { body: { success: true } } })
  await changePassword()
  await waitFor(() => expect(toastText()).toBe('Success / Your password has been updated successfully.'))
  await waitFor(() => expect(address()).toBe(paths.login))
})

test.each([
  [{ status: 400, body: { error: { code: 'password_too_weak', message: 'Too weak.' } } }, 'Too weak.'],
  [{ status: 500 }, 'Failed to update password'],
])('reports why the password was not changed: %j', async (reply, message) => {
  open(noAccess, { '/functions/update-password': reply })
  await changePassword()
  await waitFor(() => expect(toastText()).toBe(`Error / ${message}`))
})

test('reports when access or profile cannot be loaded, and tries again', async () => {
  open(noAccess, {
    '/functions/get-access': [failing, { body: subscribed }],
    '/functions/get-profile': [failing, { body: profile }],
  })
  expect(await screen.findByText('We couldn’t check your access')).toBeTruthy()
  expect(await screen.findByText('Your profile could not be loaded')).toBeTruthy()
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(again)
  expect(await screen.findByText('Active Subscription')).toBeTruthy()
})

const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000) - hours * 3600

test('asks for the current password before a change if the sign-in is too old', async () => {
  open(noAccess, {}, { authTime: hoursAgo(2) })
  await press('Change Password')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Confirm it’s you')
  expect(dialog.textContent).toContain('change the password of member@agents.example')
  expect(within(dialog).queryByLabelText('New password')).toBeNull()
  act(() => {
    storeSession(sessionOf({ sub: currentSession()?.user.id ?? '' }), 'TOKEN_REFRESHED')
  })
  expect(await screen.findByLabelText('New password', { selector: 'input' })).toBeTruthy()
})

test('asks for the current password when the server finds the sign-in too old', async () => {
  const tooOld = { status: 403, body: { error: { code: 'recent_sign_in_needed', message: 'Too old.' } } }
  open(noAccess, { '/functions/update-password': tooOld })
  await press('Change Password')
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(screen.getByLabelText(label, { selector: 'input' }), 'Fresh-lantern-7')
  await confirm('Update Password')
  expect(await screen.findByText('Confirm it’s you')).toBeTruthy()
  expect(toastText()).toBe('')
})
