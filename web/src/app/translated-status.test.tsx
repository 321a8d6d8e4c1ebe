// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { AccountInformation } from '#web/features/account/components/account-information.tsx'
import { BillingPanel } from '#web/features/account/components/billing-panel.tsx'
import { billing, end, noAccess, profile, subscribed } from '#web/features/account/testing/open-profile.tsx'
import { PassClock } from '#web/features/chat/components/pass-clock.tsx'
import { AccountCreated } from '#web/features/identity/components/account-created.tsx'
import PaymentSuccessPage from '#web/features/payments/pages/payment-success-page.tsx'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(forgetToast)

const definitions = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

describe('a page that the browser has translated, when its state changes', () => {
  test('shows in its heading that a payment is not confirmed yet', async () => {
    signedInAs({ sub: 'pays-in-translation' })
    fakeServer({
      '/functions/check-subscription': { body: { subscribed: false } },
      '/functions/verify-guest-pass': { body: { status: 'not_guest_pass' } },
      '/functions/verify-payment': { body: { access_activated: false } },
      '/functions/verify-subscription': { body: { subscription_activated: false } },
    })
    showPage(`${paths.paymentSuccess}?session_id=cs_1`, <PaymentSuccessPage />)
    translatePage()
    expect(await screen.findByRole('heading', { name: 'Payment not confirmed yet' })).toBeTruthy()
    expect(screen.getByText('Your access starts as soon as the payment is confirmed.')).toBeTruthy()
    expect(screen.queryByText('This usually takes a few seconds.')).toBeNull()
  })

  test('shows in its heading that the address of a sign-up is confirmed', async () => {
    fakeServer({ '/functions/check-sign-up': { body: { status: 'confirmed' } } })
    const created = (
      <AccountCreated id="id-1" email="ada@agents.example" plan="annual" onCorrect={() => undefined} />
    )
    showPage(paths.signUp, created)
    translatePage()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeTruthy()
    expect(screen.queryByText('Account Created')).toBeNull()
  })

  test('shows the access status and the plan after a change', () => {
    const information = (access: object) => (
      <AccountInformation
        profile={{ state: 'ready', data: profile as never }}
        onRetry={() => undefined}
        state={{ access: { ...noAccess, ...access }, loading: false, roleKnown: true, failed: false }}
        billing={{ state: 'loading', slow: false }}
      />
    )
    const { rerender } = render(information(subscribed))
    translatePage()
    rerender(information({ ...subscribed, subscriptionTier: 'Annual', cancelAtPeriodEnd: true }))
    expect(definitions().join()).toMatch(/Cancelling Soon.*1 May 2027.*,Annual,/)
    expect(definitions().join()).not.toMatch(/Active Subscription|Monthly/)
  })

  test('shows the price and the end of a subscription that was changed and cancelled', () => {
    const panel = (change: object) => (
      <BillingPanel
        billing={{ state: 'ready', data: { ...billing, ...change } as never }}
        accessUntil={null}
        onRetry={() => undefined}
      />
    )
    const { rerender } = render(panel({}))
    translatePage()
    const subscription = {
      ...billing.subscription,
      plan: 'annual',
      interval: 'year',
      nextChargeAt: '2027-06-01',
    }
    rerender(panel({ subscription }))
    expect(definitions().slice(0, 2)).toEqual(['Annual, £42.00 each year', '1 June 2027'])
    translatePage()
    const ending = { ...subscription, nextChargeAt: null, endsAt: end }
    rerender(panel({ subscription: ending }))
    translatePage()
    rerender(panel({ subscription: { ...ending, hasEnded: true, endsAt: '2027-04-02' } }))
    expect(screen.getByText('Ended')).toBeTruthy()
    expect(definitions().slice(0, 2)).toEqual(['Annual', '2 April 2027'])
  })

  test('shows until when a pass runs after more time was bought', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
    const clock = (endsAt: string) => (
      <PassClock endsAt={endsAt} isOpen={false} signedIn={false} isChatOpen={false} pass={undefined} />
    )
    const { rerender } = render(clock('2026-11-20T11:30:00Z'))
    translatePage()
    rerender(clock('2026-11-20T12:00:00Z'))
    expect(screen.getByText('(until 12:00)')).toBeTruthy()
    expect(screen.queryByText(/11:30/)).toBeNull()
  })

  test('shows on the button of a password whether it is shown', async () => {
    render(<PasswordField id="password" label="Password" />)
    translatePage()
    const button = screen.getByRole('button')
    await userEvent.click(button)
    expect(button.textContent).toBe('Hide password')
    expect(document.activeElement).toBe(button)
  })
})
