// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import SubscribePage from './subscribe-page.tsx'

inFreshBrowser(forgetToast)

const outside = {
  '/functions/get-access': { body: { isSubscribed: false, isAdmin: false } },
  '/functions/check-subscription': { body: { subscribed: false } },
}
const profile = {
  user_id: 'u',
  email: 'member@agents.example',
  full_name: 'Ada Sample',
  company_name: 'Sample Lets',
  street_address: '1 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 3,
  user_type: 'agent',
}

let people = 0
const arriveSignedIn = () => {
  people += 1
  signedInAs({ sub: `buyer-${people}` })
  showPage('/subscribe', <SubscribePage />)
}
const goesTo = () => {
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...window.location, assign })
  return assign
}

test('shows the plans and what they cost to those who do not subscribe', async () => {
  fakeServer(outside)
  arriveSignedIn()
  expect(screen.getByText('Checking status…')).toBeTruthy()
  expect(await screen.findByText('You do not have an active subscription.')).toBeTruthy()
  for (const text of ['Full access + chat', 'Save £50', /£50\.00/, /£550\.00/])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Login required')).toBeNull()
})

test('shows who owes a payment where to make it, and sells no second subscription', async () => {
  const due = { isSubscribed: false, isAdmin: false, paymentDue: true }
  fakeServer({ ...outside, '/functions/get-access': { body: due } })
  arriveSignedIn()
  expect(await screen.findByText('Your last payment did not go through')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to profile' }).getAttribute('href')).toBe('/profile')
  expect(screen.queryByText('Full access + chat')).toBeNull()
})

test('shows subscribers where they manage their subscription', async () => {
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  arriveSignedIn()
  expect(await screen.findByText('You are currently subscribed.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/profile')
  expect(screen.queryByText('Full access + chat')).toBeNull()
})

test('asks visitors to sign in first', async () => {
  fakeServer({})
  showPage('/subscribe', <SubscribePage />)
  expect(await screen.findByText('Login required')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose monthly' }))
  expect(screen.getByTestId('address').textContent).toBe('/login')
  expect(toastText()).toBe('Login required / Please login to start a subscription.')
})

test('opens the payment page with what is known of the buyer', async () => {
  const seen = fakeServer({
    ...outside,
    '/functions/get-profile': { body: profile },
    '/functions/create-checkout': { body: { url: 'https://pay.example/1' } },
  })
  const assign = goesTo()
  arriveSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: 'Choose annual' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/1'))
  expect(seen.at(-1)?.body).toMatchObject({
    plan: 'annual',
    userInfo: {
      email: 'member@agents.example',
      fullName: 'Ada Sample',
      numberOfEmployees: 3,
      userType: 'agent',
    },
  })
})

test('sends what the sign-up form gave when there is no profile to be had', async () => {
  localStorage.setItem('pending_signup_user_info', JSON.stringify({ fullName: 'Ada Sample' }))
  const seen = fakeServer({
    ...outside,
    '/functions/create-checkout': { body: { url: 'https://pay.example/1' } },
  })
  const assign = goesTo()
  arriveSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: 'Choose monthly' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(seen.at(-1)?.body).toEqual({ plan: 'monthly', userInfo: { fullName: 'Ada Sample' } })
})

test.each([
  [{ body: {} }, 'No checkout URL returned'],
  [
    { status: 502, body: { error: { code: 'payment_provider_error', message: 'Provider down' } } },
    'Provider down',
  ],
  ['unreachable' as const, 'Unknown error occurred'],
])('says why the payment page could not be opened: %j', async (reply, message) => {
  fakeServer({ ...outside, '/functions/create-checkout': reply })
  arriveSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: 'Choose monthly' }))
  await waitFor(() => expect(toastText()).toBe(`Unable to start checkout / ${message}`))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose monthly' })).toHaveProperty('disabled', false),
  )
})

test('asks for the status again when another tab has paid', async () => {
  fakeServer({
    '/functions/get-access': [
      { body: { isSubscribed: false, isAdmin: false } },
      { body: { isSubscribed: true, isAdmin: false } },
    ],
    '/functions/check-subscription': [{ body: { subscribed: false } }, { body: { subscribed: true } }],
    '/functions/create-checkout': {
      status: 409,
      body: { error: { code: 'already_subscribed', message: 'You already have an active subscription.' } },
    },
  })
  arriveSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: 'Choose monthly' }))
  expect(await screen.findByText('You are currently subscribed.')).toBeTruthy()
})
