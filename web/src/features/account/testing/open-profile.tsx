import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { loadAccountForms } from '../components/use-account-forms.ts'
import ProfilePage from '../pages/profile-page.tsx'

export const profile = {
  user_id: 'u',
  email: 'member@agents.example',
  full_name: 'Nadia Oyelaran',
  company_name: 'Harbour Lettings (sample)',
  street_address: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 3,
  user_type: 'agent',
  created_at: '2026-01-31T12:00:00.000Z',
}
export const noAccess = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  subscriptionEnd: null,
  subscriptionTier: null,
  paymentDue: false,
  balanceDueMinor: null,
  disputed: false,
  withoutRenewal: false,
  passDisputed: false,
  pass: null,
}
export const end = '2027-05-01T12:00:00.000Z'
export const subscribed = {
  ...noAccess,
  isSubscribed: true,
  subscriptionTier: 'Monthly',
  subscriptionEnd: end,
}
export const pass = { state: 'waiting', endsAt: null, useBy: end }

export const noBilling = { subscription: null, card: null, openBalance: null, payments: [] }
export const payment = {
  kind: 'subscription',
  status: 'paid',
  paidOrIssuedAt: '2027-04-01T12:00:00.000Z',
  amountMinor: 4200,
  currency: 'gbp',
  refundedMinor: 0,
  number: 'ABC-0001',
  url: 'https://pay.example/i/1',
}
/** Preview of an immediate change to the annual plan. */
export const toAnnual = {
  plan: 'annual',
  currency: 'gbp',
  isImmediate: true,
  startsAt: '2027-04-16T12:00:00.000Z',
  amountDueMinor: 52_500,
  creditMinor: 2500,
  nextChargeMinor: 55_000,
  nextChargeAt: '2028-04-16T12:00:00.000Z',
  pricedAt: '2027-04-16T12:00:00.000Z',
}
/** A price that differs from today's, as for a member who subscribed before a price change. */
export const billing = {
  ...noBilling,
  subscription: {
    plan: 'monthly',
    amountMinor: 4200,
    currency: 'gbp',
    interval: 'month',
    nextChargeAt: end,
    renewalChargedAt: null,
    endsAt: null,
    hasEnded: false,
    scheduledChange: null,
    pendingChange: null,
  },
  card: { brand: 'visa', last4: '4242' },
  payments: [payment],
}

let users = 0

interface OpenOptions {
  readonly address?: string
  /** Time of the sign-in, in seconds since 1970. Default: now. */
  readonly authTime?: number
}

/** Opens `/profile` as a new user with this access. Returns the calls received. */
export const openProfile = (
  access: object,
  replies: Parameters<typeof fakeServer>[0] = {},
  { address = paths.profile, authTime }: OpenOptions = {},
) => {
  users += 1
  signedInAs({ sub: `user-${users}`, ...(authTime === undefined ? {} : { authTime }) })
  const seen = fakeServer({
    '/functions/get-access': { body: access },
    '/functions/check-subscription': {
      body: { subscribed: 'isSubscribed' in access && access.isSubscribed },
    },
    '/functions/get-profile': { body: profile },
    '/functions/get-billing': { body: noBilling },
    '/functions/get-library-emails': { body: { on: false } },
    '/functions/list-tickets': { body: { data: [] } },
    ...replies,
  })
  showPage(address, <ProfilePage />)
  return seen
}

export const address = () => screen.getByTestId('address').textContent
/** Presses a button once the dialogs and forms are loaded, so that they open at once. */
export const press = async (name: string | RegExp) => {
  const found = await screen.findByRole('button', { name })
  await act(loadAccountForms)
  await userEvent.click(found)
}
export const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
export const button = (name: string) => screen.queryByRole('button', { name })
export const failing = {
  status: 500,
  body: { error: { code: 'internal', message: 'Something went wrong.' } },
}

export const watchLocation = () => {
  const moves = { assign: vi.fn<(url: string) => void>(), reload: vi.fn<() => void>() }
  vi.stubGlobal('location', { ...window.location, ...moves })
  return moves
}
