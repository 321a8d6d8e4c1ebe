// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { planFacts, pounds } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { PaymentDue } from '#web/components/payment-due.tsx'
import { BillingPanel } from '#web/features/account/components/billing-panel.tsx'
import { PassOffer } from '#web/features/chat/components/pass-offer.tsx'
import AdminLoginPage from '#web/features/identity/pages/admin-login-page.tsx'
import SubscribePage from '#web/features/subscriptions/pages/subscribe-page.tsx'
import * as pool from '#web/lib/cognito-sign-in.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { createToken, signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(() => {
  forgetToast()
  vi.setSystemTime(new Date('2026-11-20T11:00:00Z'))
})

const payment = {
  kind: 'subscription',
  number: 'ABC-0001',
  paidOrIssuedAt: '2026-11-01T10:00:00.000Z',
  amountMinor: 5000,
  refundedMinor: 0,
  currency: 'gbp',
  status: 'paid',
  url: null,
} as const
const billing = { subscription: null, card: null, openBalance: null, payments: [payment] }

const payMonthly = `Choose monthly and pay ${pounds(planFacts.monthly.priceMinor)}`

const buttons = [
  ['Buy one-time access', 'create-guest-pass', <PassOffer key="" status={undefined} signedIn />],
  [payMonthly, 'create-checkout', <SubscribePage key="" />],
  [
    'Cards and Invoices',
    'create-billing-portal',
    <BillingPanel key="" billing={{ state: 'ready', data: billing }} accessUntil={null} onRetry={() => {}} />,
  ],
  ['Pay the open invoice', 'get-open-invoice', <PaymentDue key="" balance={null} hasEnded={false} />],
] as const

interface Reply {
  readonly status?: number
  readonly body: object
}

/** Sends a response, and waits until the page has used it. */
const settle = async (respond: () => void) => {
  respond()
  await afterCalls()
}

/** Presses the button. Returns a function with which the server responds, and the opened addresses. */
const press = async ([name, operation, page]: readonly [string, string, ReactNode]) => {
  signedInAs({ sub: crypto.randomUUID() })
  const { promise: response, resolve: send } = deferred<Reply>()
  const seen = fakeServer({
    [`/functions/${operation}`]: response,
    '/functions/get-access': { body: { isSubscribed: false, isAdmin: false } },
    '/functions/check-subscription': { body: { subscribed: false } },
  })
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...window.location, assign })
  showPage('/', page)
  await vi.waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button', { name }))
  await vi.waitFor(() => expect(seen.map(({ path }) => path)).toContain(`/functions/${operation}`))
  const respond = () => settle(() => send({ body: { url: 'https://pay.example/1' } }))
  return { assign, respond }
}

describe.each(buttons)('%s', (...button) => {
  test('opens the page of the payment provider', async () => {
    const { assign, respond } = await press(button)
    await respond()
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
  })

  test('opens nothing once the user has gone to another page', async () => {
    const { assign, respond } = await press(button)
    cleanup()
    await respond()
    expect(assign).not.toHaveBeenCalled()
  })
})

test.each([
  [buttons[0][0], buttons[0], 'Unable to start checkout / Please try again in a moment.'],
  [buttons[1][0], buttons[1], 'Login required / Please login to start a subscription.'],
])('%s: opens nothing once the user has signed out in another tab', async (_, button, text) => {
  const { assign, respond } = await press(button)
  act(() => void dropSession())
  await respond()
  expect(assign).not.toHaveBeenCalled()
  expect(toastText()).toBe(text)
})

test.each([buttons[0], buttons[1]])('%s: opens nothing for another user', async (...button) => {
  const { assign, respond } = await press(button)
  signedInAs({ sub: crypto.randomUUID() })
  await respond()
  expect(assign).not.toHaveBeenCalled()
})

/** A page that the user can leave while the address below it stays visible. */
const Leavable = ({ children }: { children: ReactNode }) => {
  const [left, setLeft] = useState(false)
  return left ? null : (
    <>
      {children}
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
    </>
  )
}

describe('a user who has left the page is not taken to', () => {
  /** Leaves the page, then lets the server respond. Returns the address after that. */
  const leaveBefore = async (respond: () => void) => {
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await settle(respond)
    return screen.getByTestId('address').textContent
  }
  test('the admin area after a sign-in there', async () => {
    vi.spyOn(pool, 'signInToPool').mockResolvedValue({
      accessToken: createToken(),
      refreshToken: 'refresh-1',
    })
    const { promise: response, resolve: send } = deferred<Reply>()
    const seen = fakeServer({ '/functions/ensure-admin-role': response })
    showPage(
      paths.adminLogin,
      <Leavable>
        <AdminLoginPage />
      </Leavable>,
    )
    await userEvent.type(screen.getByLabelText('Email'), 'avery@admin.example')
    await userEvent.type(screen.getByLabelText('Password'), 'secret-7')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    expect(await leaveBefore(() => send({ body: { isAdmin: true } }))).toBe(paths.adminLogin)
  })

  test('the sign-in page after a checkout whose session has expired', async () => {
    signedInAs({ sub: crypto.randomUUID() })
    const { promise: response, resolve: send } = deferred<Reply>()
    const seen = fakeServer({
      '/functions/get-access': { body: { isSubscribed: false, isAdmin: false } },
      '/functions/check-subscription': { body: { subscribed: false } },
      '/functions/create-checkout': response,
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    showPage(
      paths.subscribe,
      <Leavable>
        <SubscribePage />
      </Leavable>,
    )
    await userEvent.click(await screen.findByRole('button', { name: payMonthly }))
    await vi.waitFor(() => expect(seen.at(-1)?.path).toBe('/functions/create-checkout'))
    const address = await leaveBefore(() => send({ status: 401, body: { message: 'Unauthorized' } }))
    expect(address).toBe(paths.subscribe)
    expect(toastText()).toBe('')
  })
})
