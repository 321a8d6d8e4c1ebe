// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { currentSession } from '../../../lib/session-store.ts'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { currentToast } from '../../../ui/toast.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import { AccountActions } from '../components/account-actions.tsx'
import ProfilePage from './profile-page.tsx'

inFreshBrowser(forgetToast)

const profile = { user_id: 'u', email: 'member@agents.example', created_at: '2026-01-31T12:00:00.000Z' }
const nothing = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  subscriptionEnd: null,
  subscriptionTier: null,
  paymentDue: false,
  pass: null,
}
const end = '2027-05-01T12:00:00.000Z'
const subscribed = { ...nothing, isSubscribed: true, subscriptionTier: 'Monthly', subscriptionEnd: end }
const pass = { state: 'waiting', endsAt: null, useBy: end }

let people = 0
const arrive = (access: object, replies: Parameters<typeof fakeServer>[0] = {}, address = '/profile') => {
  people += 1
  signedInAs({ sub: `person-${people}` })
  const seen = fakeServer({
    '/functions/get-access': { body: access },
    '/functions/check-subscription': {
      body: { subscribed: 'isSubscribed' in access && access.isSubscribed },
    },
    '/functions/get-profile': { body: profile },
    '/functions/list-tickets': { body: { data: [] } },
    ...replies,
  })
  showPage(address, <ProfilePage />)
  return seen
}
const address = () => screen.getByTestId('address').textContent
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const button = (name: string) => screen.queryByRole('button', { name })
const failing = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong.' } } }

const watchLocation = () => {
  const moves = { assign: vi.fn<(url: string) => void>(), reload: vi.fn<() => void>() }
  vi.stubGlobal('location', { ...window.location, ...moves })
  return moves
}

test('sends visitors to sign in', async () => {
  fakeServer({})
  showPage('/profile', <ProfilePage />)
  await waitFor(() => expect(address()).toBe('/login'))
})

test('sends admins to their area', async () => {
  arrive({ ...nothing, isAdmin: true })
  await waitFor(() => expect(address()).toBe('/admin'))
})

test('shows who the person is and what they pay', async () => {
  arrive(subscribed)
  expect(await screen.findByText('member@agents.example')).toBeTruthy()
  expect(screen.getByText('31 January 2026')).toBeTruthy()
  expect(await screen.findByText('Active Subscription')).toBeTruthy()
  expect(screen.getByText('Monthly')).toBeTruthy()
  expect(screen.getByText('£50.00 charged each month, next on 1 May 2027')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Cancel Subscription' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})

test('offers a subscription to who has nothing', async () => {
  arrive(nothing)
  expect(await screen.findByText('No Active Access')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Subscribe Now' })).getAttribute('href')).toBe('/subscribe')
  expect(button('Cancel Subscription')).toBeNull()
  expect(screen.queryByText('Plan type')).toBeNull()
  for (const name of ['Change Password', 'Download My Data', 'Delete My Account'])
    expect(button(name)).toBeTruthy()
})

test('shows the pass of who holds one', async () => {
  arrive({ ...nothing, hasOneTimeAccess: true, pass })
  expect(await screen.findByText('Profile Access Active')).toBeTruthy()
  expect(screen.getByText('30-minute live chat timer available')).toBeTruthy()
  expect(screen.getByText(/Use the pass by 1 May 2027/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})

test.each([
  [end, 'Cancels on 1 May 2027', 'Access ends on 1 May 2027'],
  [null, 'Cancellation scheduled', 'Your subscription will not renew'],
])('shows a cancellation that ends at %s', async (subscriptionEnd, badge, detail) => {
  arrive({ ...subscribed, subscriptionEnd, cancelAtPeriodEnd: true })
  expect(await screen.findByText(badge)).toBeTruthy()
  expect(screen.getByText('Cancelling Soon')).toBeTruthy()
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(button('Cancellation Scheduled')).toHaveProperty('disabled', true)
  expect(button('Cancel Subscription')).toBeNull()
})

test('takes a cancellation back', async () => {
  const { reload } = watchLocation()
  arrive({ ...subscribed, cancelAtPeriodEnd: true }, { '/functions/resume-subscription': { body: {} } })
  await press('Resume Subscription')
  await waitFor(() => expect(toastText()).toContain('Subscription resumed'))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 4000 })
})

test('cancels after asking, says so and loads anew; keeping it calls nobody', async () => {
  const { reload } = watchLocation()
  const seen = arrive(subscribed, { '/functions/cancel-subscription': { body: { subscription_end: end } } })
  await press('Cancel Subscription')
  const list = within(screen.getByRole('dialog')).getByRole('list').textContent ?? ''
  for (const words of ['No auto-renewal', 'until period end', 'resubscribe', 'data is safe'])
    expect(list).toContain(words)
  await confirm('Keep Subscription')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen.map(({ path }) => path)).not.toContain('/functions/cancel-subscription')
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('Subscription cancelled'))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 4000 })
})

test('says when cancelling failed', async () => {
  arrive(subscribed, { '/functions/cancel-subscription': failing })
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toBe('Error / Failed to cancel subscription. Please try again.'))
})

test('leads who is behind with a payment to the open invoice', async () => {
  const { assign } = watchLocation()
  arrive(
    { ...nothing, paymentDue: true },
    { '/functions/get-open-invoice': { body: { url: 'https://pay.example/i' } } },
  )
  await press('Pay the open invoice')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/i'))
  expect(button('Cancel Subscription')).toBeTruthy()
})

test('says to who cancels with a payment open that it stays due, and promises no access until it is paid', async () => {
  watchLocation()
  const unpaid = { ...nothing, paymentDue: true, subscriptionEnd: end }
  arrive(unpaid, { '/functions/cancel-subscription': { body: { subscription_end: end } } })
  await press('Cancel Subscription')
  const words = screen.getByRole('dialog').textContent ?? ''
  expect(words).toContain('once the open invoice is paid')
  expect(words).not.toMatch(/stays active|not be charged again/)
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('The open invoice stays due.'))
})

test('names no end of an access that a payment withholds', async () => {
  arrive({ ...nothing, paymentDue: true, subscriptionEnd: end, cancelAtPeriodEnd: true })
  expect(await screen.findByText('Your subscription will not renew')).toBeTruthy()
  expect(screen.queryByText(/Access ends on/)).toBeNull()
})

test('welcomes who comes back from paying, once, and says when the timer of a pass starts', async () => {
  arrive({ ...nothing, hasOneTimeAccess: true, pass }, {}, '/profile?payment=success')
  expect(await screen.findByText('Access Activated!')).toBeTruthy()
  expect(toastText()).toBe(
    'Access Granted! / Your payment was successful and profile access has been unlocked.',
  )
  expect(currentToast()?.durationMs).toBe(5000)
  await waitFor(() => expect(address()).toBe('/profile'))
  expect(await screen.findByText(/timer starts when advisers respond in live chat/)).toBeTruthy()
})

test('says when the data could not be had', async () => {
  arrive(nothing, { '/functions/export-account-data': failing })
  await press('Download My Data')
  await waitFor(() => expect(toastText()).toBe('Error / Failed to export account data. Please try again.'))
})

test('keeps the data as a file named after the day', async () => {
  const names: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const body = { manifest: { made_at: '2026-11-20T23:59:00.000Z' } }
  arrive(nothing, { '/functions/export-account-data': { body } })
  await press('Download My Data')
  await waitFor(() => expect(names).toEqual(['my-data-2026-11-20.json']))
})

test('deletes the account after asking, forgets the person and goes home', async () => {
  localStorage.setItem('pending_signup_user_info', '{}')
  arrive(nothing, { '/functions/delete-account': { body: { success: true } } })
  await press('Delete My Account')
  const words = screen.getByRole('dialog').textContent ?? ''
  for (const text of ['permanent', 'Account and profile', 'Subscription and billing data', '12 months'])
    expect(words).toContain(text)
  await confirm('Delete My Account')
  await waitFor(() => expect(address()).toBe('/'))
  expect(toastText()).toContain('Account deleted')
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('pending_signup_user_info')).toBeNull()
})

test('says when deleting failed, and that nothing was deleted', async () => {
  const down = { status: 502, body: { error: { code: 'payment_provider_error', message: 'Down.' } } }
  arrive(nothing, { '/functions/delete-account': down })
  await press('Delete My Account')
  await confirm('Delete My Account')
  await waitFor(() =>
    expect(toastText()).toBe('Error / Failed to delete account. Please try again or contact support.'),
  )
  expect(screen.getByText(/your account is as it was/)).toBeTruthy()
  expect(currentSession()).not.toBeNull()
  await confirm('Keep my account')
  await press('Delete My Account')
  expect(screen.queryByText(/your account is as it was/)).toBeNull()
})

const changePassword = async () => {
  await press('Change Password')
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(screen.getByLabelText(label, { selector: 'input' }), 'lantern-42')
  await press('Update Password')
}

test('changes the password, says so and asks to sign in again', async () => {
  arrive(nothing, { '/functions/update-password': { body: { success: true } } })
  await changePassword()
  await waitFor(() => expect(toastText()).toBe('Success / Your password has been updated successfully.'))
  await waitFor(() => expect(address()).toBe('/login'))
})

test.each([
  [{ status: 400, body: { error: { code: 'password_too_weak', message: 'Too weak.' } } }, 'Too weak.'],
  [{ status: 500 }, 'Failed to update password'],
])('says why the password was not changed: %j', async (reply, message) => {
  arrive(nothing, { '/functions/update-password': reply })
  await changePassword()
  await waitFor(() => expect(toastText()).toBe(`Error / ${message}`))
})

test('says when access or profile cannot be had, and tries again', async () => {
  arrive(nothing, {
    '/functions/get-access': [failing, { body: subscribed }],
    '/functions/get-profile': [failing, { body: profile }],
  })
  expect(await screen.findByText('We could not check your access')).toBeTruthy()
  expect(await screen.findByText('Your profile could not be loaded')).toBeTruthy()
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(again)
  expect(await screen.findByText('Active Subscription')).toBeTruthy()
})

test('lists the tickets, and by when each is answered', async () => {
  const ticket = {
    id: 'AB12CD34',
    topic: 'Deposit',
    country: 'wales',
    message: 'When?',
    createdAt: end,
    answeredBy: '2027-05-03',
  }
  arrive(nothing, { '/functions/list-tickets': { body: { data: [ticket] } } })
  expect(await screen.findByText('Deposit')).toBeTruthy()
  expect(screen.getByText(/Answered by email by 3 May 2027/)).toBeTruthy()
})

test('shows admins the way to their area', () => {
  const access = { ...nothing, isAdmin: true }
  showPage('/profile', <AccountActions access={access} loading={false} onDeleted={() => undefined} />)
  expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe('/admin')
  expect(screen.queryByRole('link', { name: 'Subscribe Now' })).toBeNull()
})
