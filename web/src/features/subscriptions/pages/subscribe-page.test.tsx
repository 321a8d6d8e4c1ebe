// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { planFacts, pounds } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { choosePlan, planOfThisTab } from '#web/lib/saved-plan.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import SubscribePage from './subscribe-page.tsx'

inFreshBrowser(forgetToast)

const payMonthly = `Choose monthly and pay ${pounds(planFacts.monthly.priceMinor)}`
const payAnnually = `Choose annual and pay ${pounds(planFacts.annual.priceMinor)}`

const noAccess = {
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

let users = 0
const openSignedIn = () => {
  users += 1
  signedInAs({ sub: `buyer-${users}` })
  showPage(paths.subscribe, <SubscribePage />)
}
const watchLocation = () => {
  const assign = vi.fn<(url: string) => void>()
  // A page of an earlier test may still reload itself, a moment after its toast.
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { ...window.location, assign, reload })
  return assign
}

test('shows the plans and their prices to users without a subscription', async () => {
  fakeServer(noAccess)
  openSignedIn()
  expect(screen.getByText('Checking status…')).toBeTruthy()
  expect(await screen.findByText('You do not have an active subscription.')).toBeTruthy()
  for (const text of ['Full access + chat', 'Save £50', /£50\.00/, /£550\.00/])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getAllByText(/choose ‘Cancel Subscription’ on your profile/)).toHaveLength(2)
  expect(screen.queryByText('Login required')).toBeNull()
})

test('shows what is owed while a payment is due, and offers no second subscription', async () => {
  const due = { isSubscribed: false, isAdmin: false, paymentDue: true }
  const openBalance = { amountMinor: 4200, currency: 'gbp', url: null, nextAttemptAt: null }
  fakeServer({
    ...noAccess,
    '/functions/get-access': { body: due },
    '/functions/get-billing': { body: { openBalance, subscription: { hasEnded: true } } },
  })
  openSignedIn()
  expect(await screen.findByText('Your last payment didn’t go through')).toBeTruthy()
  expect(await screen.findByText(/You owe £42\.00/)).toBeTruthy()
  expect(screen.getByText('You don’t have access at the moment.')).toBeTruthy()
  expect(screen.getByText(/access for one more period/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
  expect(screen.queryByText('You do not have an active subscription.')).toBeNull()
  expect(screen.queryByText('Full access + chat')).toBeNull()
})

test('shows that the status check failed, and checks again in place', async () => {
  const failing = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong.' } } }
  fakeServer({
    ...noAccess,
    '/functions/get-access': [failing, { body: { isSubscribed: false, isAdmin: false } }],
  })
  openSignedIn()
  expect(await screen.findByText('We couldn’t check your status.')).toBeTruthy()
  expect(screen.queryByText('You do not have an active subscription.')).toBeNull()
  expect(screen.queryByRole('button', { name: payMonthly })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('You do not have an active subscription.')).toBeTruthy()
})

test('offers no plans while a payment is disputed', async () => {
  fakeServer({ ...noAccess, '/functions/get-access': { body: { isSubscribed: false, disputed: true } } })
  openSignedIn()
  expect(await screen.findByText(/suspended while one of your payments is disputed/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Subscription' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: payMonthly })).toBeNull()
})

test('offers to pay the open invoice, and no plans, while another payment is disputed', async () => {
  const both = { isSubscribed: false, disputed: true, paymentDue: true }
  fakeServer({ ...noAccess, '/functions/get-access': { body: both } })
  openSignedIn()
  expect(await screen.findByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
  expect(screen.getByText(/a different payment, not your open invoice/)).toBeTruthy()
  expect(screen.queryByText(/suspended while one of your payments is disputed/)).toBeNull()
  expect(screen.queryByRole('button', { name: payMonthly })).toBeNull()
})

test('highlights the plan that was chosen in this tab before signing in', async () => {
  choosePlan('annual')
  fakeServer(noAccess)
  openSignedIn()
  const mark = await screen.findByText('Your choice')
  expect(mark.closest('section')?.textContent).toContain('Annual')
})

test('links subscribers to their subscription', async () => {
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  openSignedIn()
  expect(await screen.findByText('You are currently subscribed.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe(paths.profile)
  expect(screen.queryByText('Full access + chat')).toBeNull()
})

test('sends signed-out visitors to the sign-in page', async () => {
  fakeServer({})
  showPage(paths.subscribe, <SubscribePage />)
  expect(await screen.findByText('Login required')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  expect(screen.getByTestId('address').textContent).toBe(paths.login)
  expect(toastText()).toBe('Login required / Please login to start a subscription.')
})

test('opens the payment page with the details of the buyer', async () => {
  const seen = fakeServer({
    ...noAccess,
    '/functions/get-profile': { body: profile },
    '/functions/create-checkout': { body: { url: 'https://pay.example/1' } },
  })
  const assign = watchLocation()
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payAnnually }))
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

test.each([
  ['sends the details of the sign-up form', 'member@agents.example', true],
  ['sends no details of another person who has signed up in this browser', 'other@agents.example', false],
])('%s when the profile cannot be loaded', async (_title, email, isSent) => {
  const details = { email, fullName: 'Ada Sample' }
  localStorage.setItem('pending_signup_user_info', JSON.stringify(details))
  const seen = fakeServer({
    ...noAccess,
    '/functions/create-checkout': { body: { url: 'https://pay.example/1' } },
  })
  const assign = watchLocation()
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(seen.at(-1)?.body).toEqual({ plan: 'monthly', ...(isSent && { userInfo: details }) })
})

test('starts no checkout if another user has signed in before the details arrive', async () => {
  const seen = fakeServer({
    ...noAccess,
    '/functions/get-profile': () => {
      signedInAs({ sub: 'another-buyer' })
      return { body: profile }
    },
  })
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  await new Promise((after) => setTimeout(after, 50))
  expect(seen.map(({ path }) => path)).toContain('/functions/get-profile')
  expect(seen.map(({ path }) => path)).not.toContain('/functions/create-checkout')
})

test.each([
  [{ body: {} }, 'No checkout URL returned'],
  [
    { status: 502, body: { error: { code: 'payment_provider_error', message: 'Provider down' } } },
    'Provider down',
  ],
  [{ status: 500 }, 'Please try again.'],
  ['unreachable' as const, 'Please try again.'],
])('reports why the payment page could not be opened: %j', async (reply, message) => {
  fakeServer({ ...noAccess, '/functions/create-checkout': reply })
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  await waitFor(() => expect(toastText()).toBe(`Unable to start checkout / ${message}`))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: payMonthly }).getAttribute('aria-disabled')).toBeNull(),
  )
})

test('reloads the status when the user has subscribed in another tab', async () => {
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
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  expect(await screen.findByText('You are currently subscribed.')).toBeTruthy()
})

test('offers to pay the open invoice when the checkout is rejected because of it', async () => {
  const due = { isSubscribed: false, isAdmin: false, paymentDue: true }
  fakeServer({
    ...noAccess,
    '/functions/get-access': [{ body: { isSubscribed: false, isAdmin: false } }, { body: due }],
    '/functions/create-checkout': {
      status: 409,
      body: { error: { code: 'payment_due', message: 'You have an unpaid balance.' } },
    },
  })
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  expect(await screen.findByRole('button', { name: 'Pay the open invoice' })).toBeTruthy()
})

test('offers nothing more when the checkout is rejected because of a dispute', async () => {
  const disputed = { isSubscribed: false, isAdmin: false, disputed: true }
  fakeServer({
    ...noAccess,
    '/functions/get-access': [{ body: { isSubscribed: false, isAdmin: false } }, { body: disputed }],
    '/functions/create-checkout': {
      status: 409,
      body: { error: { code: 'payment_disputed', message: 'One of your payments is disputed.' } },
    },
  })
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  await userEvent.click(screen.getByRole('button', { name: payMonthly }))
  expect(await screen.findByText(/suspended while one of your payments is disputed/)).toBeTruthy()
})

test('shows an account with access without renewal when it ends', async () => {
  const late = { isSubscribed: true, withoutRenewal: true, subscriptionEnd: '2027-05-01T12:00:00.000Z' }
  fakeServer({
    '/functions/get-access': { body: late },
    '/functions/check-subscription': { body: { subscribed: true } },
  })
  openSignedIn()
  expect(
    await screen.findByText('You have access until 1 May 2027. You can subscribe again after that.'),
  ).toBeTruthy()
  expect(screen.queryByText('You are currently subscribed.')).toBeNull()
})

test('leads to sign-in, and from there back to the plan, when the session has expired', async () => {
  fakeServer({
    ...noAccess,
    '/functions/get-profile': { body: profile },
    '/functions/create-checkout': { status: 401, body: { message: 'Unauthorized' } },
    [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
  })
  openSignedIn()
  await screen.findByText('You do not have an active subscription.')
  const [choose] = screen.getAllByRole('button', { name: /monthly/i })
  if (!choose) throw new Error('The page shows no plan')
  await userEvent.click(choose)
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(paths.login))
  expect(toastText()).toBe('Login required / Please login to start a subscription.')
  expect(planOfThisTab()).toBe('monthly')
})
