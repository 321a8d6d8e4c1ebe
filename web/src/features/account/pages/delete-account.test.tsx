// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { conversation, ticketDraft } from '#shared/values/storage-keys.ts'
import { signInToPool } from '#web/lib/cognito-sign-in.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { createToken } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import {
  address,
  billing,
  confirm,
  end,
  noAccess,
  openProfile,
  pass,
  press,
  subscribed,
} from '../testing/open-profile.tsx'

vi.mock('#web/lib/cognito-sign-in.ts')
inFreshBrowser(forgetToast)

const deleted = { '/functions/delete-account': { body: { success: true } } }
const dialogText = () => screen.getByRole('dialog').textContent ?? ''
const minutesAgo = (minutes: number) => ({ authTime: Math.floor(Date.now() / 1000) - minutes * 60 })

test('deletes the account after a confirmation, clears the device and goes to the home page', async () => {
  localStorage.setItem('pending_signup_user_info', '{}')
  sessionStorage.setItem(ticketDraft, 'A half-written question')
  sessionStorage.setItem(conversation, '{}')
  const seen = openProfile(noAccess, deleted)
  await screen.findByText('member@agents.example')
  await press('Delete My Account')
  for (const text of [
    'permanent',
    'The account member@agents.example will be deleted',
    'Account and profile',
    'Subscription and billing data',
    '12 months',
    'Copies of your tickets and messages in our support mailbox, kept 12 to 13 months',
    'Records of what our admins did, kept 12 months, and backups, kept 35 days',
    'Your invoices at Stripe, our payment provider, still show your name, address and email address. Tax law requires us to keep them, and Stripe keeps them for longer.',
  ])
    expect(dialogText()).toContain(text)
  expect(dialogText()).not.toContain('What you lose')
  await confirm('Delete My Account')
  await waitFor(() => expect(address()).toBe(paths.home))
  expect(toastText()).toContain('Account deleted')
  expect(seen.find(({ path }) => path === '/functions/delete-account')?.body).toEqual({})
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('pending_signup_user_info')).toBeNull()
  expect(sessionStorage.getItem(ticketDraft)).toBeNull()
  expect(sessionStorage.getItem(conversation)).toBeNull()
})

test('lists the credit, which may be money of the member', async () => {
  const credit = { amountMinor: 3000, currency: 'gbp' }
  openProfile(noAccess, { ...deleted, '/functions/get-billing': { body: { ...billing, credit } } })
  await screen.findByText('Credit')
  await press('Delete My Account')
  expect(dialogText()).toContain('What you lose')
  expect(dialogText()).toMatch(/Your credit of £30\.00: if you paid for it, email \S+ first/)
})

test('lists the unused months of a subscription and an unused pass, with dates', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  openProfile({ ...subscribed, hasOneTimeAccess: true, pass, subscriptionEnd: end })
  await screen.findByText('Active Subscription')
  await press('Delete My Account')
  expect(dialogText()).toContain('The 5 months left of your subscription, paid until 1 May 2027')
  expect(dialogText()).toContain('Your unused live chat pass, valid until 13:00 on 1 May 2027')
})

test('does not call the access of a late payment a subscription', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  openProfile({ ...subscribed, withoutRenewal: true })
  await screen.findByText('Access Without Renewal')
  await press('Delete My Account')
  expect(dialogText()).toContain('The 5 months left of your access, paid until 1 May 2027')
  expect(dialogText()).not.toContain('withdraw')
})

test('states when a running pass ends, and that a recent purchase can be withdrawn first', async () => {
  const running = { state: 'running', endsAt: '2026-11-20T11:25:00.000Z', useBy: end }
  openProfile({ ...noAccess, hasOneTimeAccess: true, pass: running })
  await screen.findByText('Profile Access Active')
  await press('Delete My Account')
  expect(dialogText()).toContain(
    'The time left on your live chat pass, which ends on 20 November 2026, 11:25',
  )
  expect(dialogText()).toContain(
    'If you bought it in the last 14 days, you can withdraw and get a refund. Do this first: the withdrawal page doesn’t work without your account. You can still write to help@fanlight.example within the 14 days.',
  )
  expect(screen.getByRole('link', { name: 'withdraw and get a refund' }).getAttribute('href')).toBe(
    paths.withdraw,
  )
})

test('reports a failed deletion, and that nothing was deleted', async () => {
  const down = { status: 502, body: { error: { code: 'payment_provider_error', message: 'Down.' } } }
  openProfile(noAccess, { '/functions/delete-account': down })
  await press('Delete My Account')
  await confirm('Delete My Account')
  await waitFor(() =>
    expect(toastText()).toBe('Error / Failed to delete account. Please try again or contact support.'),
  )
  expect(screen.getByText(/your account is unchanged/)).toBeTruthy()
  expect(currentSession()).not.toBeNull()
  await confirm('Keep My Account')
  await press('Delete My Account')
  expect(screen.queryByText(/your account is unchanged/)).toBeNull()
})

const enterPassword = async (password: string) => {
  const field = screen.getByLabelText('Password', { selector: 'input' })
  await userEvent.clear(field)
  await userEvent.type(field, password)
  await confirm('Continue')
}

test('asks for the password first if the sign-in is older than ten minutes', async () => {
  const seen = openProfile(noAccess, deleted, minutesAgo(11))
  await screen.findByText('member@agents.example')
  await press('Delete My Account')
  expect(dialogText()).toContain('Confirm it’s you')
  expect(dialogText()).toContain(
    'Before you can delete member@agents.example, please enter your password. You can also use a passkey, if you have one, or a link that we email to you.',
  )
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Delete My Account' })).toBeNull()
  vi.mocked(signInToPool).mockRejectedValueOnce(
    Object.assign(new Error('x'), { name: 'NotAuthorizedException' }),
  )
  await enterPassword('wrong')
  expect(await screen.findByText('Invalid login credentials')).toBeTruthy()
  const sub = currentSession()?.user.id ?? ''
  const accessToken = createToken({ sub })
  vi.mocked(signInToPool).mockResolvedValueOnce({ accessToken, refreshToken: 'refresh-2' })
  await enterPassword('lantern-42')
  await waitFor(() => expect(dialogText()).toContain('Delete your account?'))
  expect(vi.mocked(signInToPool)).toHaveBeenLastCalledWith('member@agents.example', 'lantern-42')
  expect(currentSession()?.access_token).toBe(accessToken)
  await confirm('Delete My Account')
  await waitFor(() => expect(address()).toBe(paths.home))
  expect(seen.find(({ path }) => path === '/functions/delete-account')?.body).toEqual({})
})

test('rejects the password of another account', async () => {
  openProfile(noAccess, deleted, minutesAgo(11))
  await press('Delete My Account')
  vi.mocked(signInToPool).mockResolvedValueOnce({
    accessToken: createToken({ sub: 'somebody-else' }),
    refreshToken: 'refresh-2',
  })
  await enterPassword('lantern-42')
  expect(await screen.findByText('Invalid login credentials')).toBeTruthy()
  expect(currentSession()?.user.id).not.toBe('somebody-else')
})

test('emails a sign-in link instead of asking for the password', async () => {
  const seen = openProfile(noAccess, { '/functions/send-magic-link': { body: {} } }, minutesAgo(11))
  await screen.findByText('member@agents.example')
  await press('Delete My Account')
  await confirm('Email me a link instead')
  expect(await screen.findByText(/emailed you a link/)).toBeTruthy()
  expect(seen.at(-1)?.body).toEqual({ email: 'member@agents.example' })
})
