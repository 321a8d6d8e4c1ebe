// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import * as paths from '#shared/values/site-map.ts'
import { LoadedPaymentDue } from '#web/components/payment-due.tsx'
import { ChangePlanDialog } from '#web/features/account/components/change-plan-dialog.tsx'
import ProfilePage from '#web/features/account/pages/profile-page.tsx'
import {
  noAccess,
  noBilling,
  profile,
  subscribed,
  toAnnual,
} from '#web/features/account/testing/open-profile.tsx'
import { AccessBanner } from '#web/features/chat/components/access-banner.tsx'
import { ChatPanel } from '#web/features/chat/components/chat-panel.tsx'
import { OpeningBadge } from '#web/features/chat/components/opening-badge.tsx'
import { PassClock } from '#web/features/chat/components/pass-clock.tsx'
import { SessionBanners } from '#web/features/chat/components/session-banners.tsx'
import { idle } from '#web/features/chat/session-state.ts'
import { LibraryFilters } from '#web/features/library/components/library-filters.tsx'
import { libraryFile } from '#web/features/library/testing/library-file.ts'
import PaymentSuccessPage from '#web/features/payments/pages/payment-success-page.tsx'
import FaqPage from '#web/features/site/pages/faq-page.tsx'
import SubscribePage from '#web/features/subscriptions/pages/subscribe-page.tsx'
import WithdrawPage from '#web/features/withdrawals/pages/withdraw-page.tsx'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase as purchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { FieldError } from '#web/ui/field.tsx'
import { StrengthMeter } from '#web/ui/strength-meter.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(forgetToast)

type Replies = Parameters<typeof fakeServer>[0]

interface Reply {
  readonly body: object
}

let users = 0
const show = (address: string, page: ReactNode, replies: Replies) => {
  users += 1
  signedInAs({ sub: `reads-translations-${users}` })
  fakeServer({ '/functions/check-subscription': { body: { subscribed: false } }, ...replies })
  return showPage(address, page)
}

describe('a page that the browser has translated', () => {
  test('shows the status of the subscription once it is known', async () => {
    const { promise: response, resolve: send } = deferred<Reply>()
    show(paths.subscribe, <SubscribePage />, { '/functions/get-access': response })
    expect(screen.getByText('Checking status…')).toBeTruthy()
    translatePage()
    send({ body: noAccess })
    expect(await screen.findByText('You do not have an active subscription.')).toBeTruthy()
    expect(screen.queryByText('Checking status…')).toBeNull()
  })

  test('shows the access status and the billing of an account', async () => {
    const [access, billing] = [deferred<Reply>(), deferred<Reply>()]
    show(paths.profile, <ProfilePage />, {
      '/functions/get-access': access.promise,
      '/functions/get-billing': billing.promise,
      '/functions/get-profile': { body: profile },
    })
    expect(await screen.findByText('Checking…')).toBeTruthy()
    translatePage()
    access.resolve({ body: { ...subscribed, subscriptionEnd: null } })
    expect(await screen.findByText('Active Subscription')).toBeTruthy()
    // The billing is still being checked.
    expect(screen.getAllByText('Checking…')).toHaveLength(1)
    translatePage()
    billing.resolve({ body: noBilling })
    expect(await screen.findByText('Could not be checked')).toBeTruthy()
    expect(screen.queryByText('Checking…')).toBeNull()
  })

  test('says how the check of a payment goes', async () => {
    const { promise: response, resolve: send } = deferred<Reply>()
    show(`${paths.paymentSuccess}?session_id=cs_1`, <PaymentSuccessPage />, {
      '/functions/verify-guest-pass': { body: { status: 'not_guest_pass' } },
      '/functions/verify-payment': response,
      '/functions/verify-subscription': { body: { subscription_activated: false } },
    })
    expect(screen.getByText('Verifying your payment…')).toBeTruthy()
    translatePage()
    send({ body: { access_activated: false } })
    expect(await screen.findByText(/hasn’t confirmed your payment yet/)).toBeTruthy()
    expect(screen.queryByText('Verifying your payment…')).toBeNull()
  })

  test('shows the amount due once it is known', async () => {
    const { promise: response, resolve: send } = deferred<Reply>()
    show('/', <LoadedPaymentDue />, { '/functions/get-billing': response })
    translatePage()
    const openBalance = {
      amountMinor: 4200,
      currency: 'gbp',
      invoiceMinor: 4200,
      invoices: 1,
      url: null,
      nextAttemptAt: null,
    }
    send({ body: { ...noBilling, openBalance } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('You owe £42.00.'))
    expect(screen.getAllByText(/You won’t have access until the open invoice is paid/)).toHaveLength(1)
  })

  test('shows the refund that has changed before the confirmation', async () => {
    const changed = { ...purchase, refundMinor: 3667, used: { ...purchase.used, count: 8 } }
    const error = { code: 'amount_changed', message: 'The refund has changed.' }
    show(paths.withdraw, <WithdrawPage />, {
      '/functions/list-withdrawable-purchases': [
        { body: { data: [purchase] } },
        { body: { data: [changed] } },
      ],
      '/functions/withdraw-purchase': { status: 409, body: { error } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw from this purchase' }))
    translatePage()
    await userEvent.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
    expect(await screen.findByText('The refund has changed.')).toBeTruthy()
    expect(screen.getByText('£36.67')).toBeTruthy()
    expect(screen.getByText(/used 8 of 30 days/)).toBeTruthy()
    expect(screen.getByText(/We refund £36\.67 to the card/)).toBeTruthy()
    expect(screen.queryByText(/£38\.34/)).toBeNull()
  })
})

describe('the live chat in a page that the browser has translated', () => {
  test('says that the chat has closed', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:59:00Z') })
    const until = new Date('2026-11-20T16:00:00Z')
    const open: OpeningStatus = { isOpen: true, until, words: 'closes at 16:00', doorWords: '' }
    const { rerender } = render(<OpeningBadge status={open} />)
    translatePage()
    rerender(<OpeningBadge status={{ ...open, isOpen: false, words: 'opens tomorrow at 10:00' }} />)
    expect(screen.getByText('Offline')).toBeTruthy()
    expect(screen.getByText(/opens tomorrow at 10:00/)).toBeTruthy()
    expect(screen.queryByText('Online')).toBeNull()
    expect(screen.queryByText(/closes at/)).toBeNull()
  })

  test('says that the time of a pass has started', () => {
    const access = {
      kind: 'pass',
      guestKey: 'key-1',
      endsAt: null,
      useBy: null,
      minutes: 30,
      repliedAt: null,
    } as const
    const endsAt = '2026-11-20T11:30:00Z'
    const waiting = { ...idle, inConversation: true }
    const { rerender } = render(
      <>
        <AccessBanner access={access} signedIn={false} hasAdviserReply={false} />
        <SessionBanners access={access} session={waiting} end={null} isOpen />
      </>,
    )
    translatePage()
    rerender(
      <>
        <AccessBanner access={{ ...access, endsAt }} signedIn={false} hasAdviserReply />
        <SessionBanners
          access={{ ...access, endsAt }}
          session={{ ...waiting, phase: 'ready', hasAdviserReply: true }}
          end={endsAt}
          isOpen
        />
      </>,
    )
    expect(screen.getByText('Your time with an adviser has started.')).toBeTruthy()
    expect(screen.getByText('Your live chat timer is running.')).toBeTruthy()
    expect(screen.getByText(/^The chat window is on this page/)).toBeTruthy()
    expect(screen.queryByText(/An adviser will reply here|It starts when an adviser answers/)).toBeNull()
  })

  test('says when less than a minute of a pass is left', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
    const endsAt = '2026-11-20T11:02:00Z'
    showPage(
      paths.liveChat,
      <PassClock endsAt={endsAt} isOpen={false} signedIn={false} isChatOpen={false} pass={undefined} />,
    )
    expect(screen.getByText('Less than five minutes left')).toBeTruthy()
    translatePage()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(screen.getByText('Less than a minute left')).toBeTruthy()
    expect(screen.queryByText('Less than five minutes left')).toBeNull()
  })

  test('says that the conversation continues in the chat window', () => {
    const panel = (inConversation: boolean) => (
      <ChatPanel
        session={idle}
        status={undefined}
        offersTicket={false}
        inConversation={inConversation}
        onOpen={() => undefined}
      />
    )
    const { rerender } = render(panel(false))
    translatePage()
    rerender(panel(true))
    expect(screen.getByText('Your conversation continues in the chat window.')).toBeTruthy()
  })
})

describe('a part of a page that the browser has translated', () => {
  test('shows how strong a password is while it is typed', () => {
    const { rerender } = render(<StrengthMeter score={15} band="Weak" />)
    translatePage()
    rerender(<StrengthMeter score={75} band="Strong" />)
    expect(screen.getByText('Strong')).toBeTruthy()
    expect(screen.queryByText('Weak')).toBeNull()
  })

  test('shows another error of a field', () => {
    const { rerender } = render(<FieldError id="e" error="Name is required" />)
    translatePage()
    rerender(<FieldError id="e" error="Name must be at least 2 characters" />)
    expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
    expect(screen.queryByText('Name is required')).toBeNull()
  })

  test('shows on the button what a change of plan costs', async () => {
    const { promise: response, resolve: send } = deferred<Reply>()
    show('/', <ChangePlanDialog open onOpenChange={() => undefined} current="monthly" plan="annual" />, {
      '/functions/preview-plan-change': response,
    })
    expect(await screen.findByText('Change to Annual')).toBeTruthy()
    translatePage()
    send({ body: toAnnual })
    expect(await screen.findByText('Pay £525.00')).toBeTruthy()
    expect(screen.queryByText('Change to Annual')).toBeNull()
  })

  test('shows how many items of the library the filters leave', () => {
    const items = [1, 2, 3].map(libraryFile)
    const filters = (count: number | undefined) => (
      <LibraryFilters
        filters={{ country: 'wales', type: '', topic: '' }}
        items={items}
        count={count}
        onChange={() => undefined}
        onClear={() => undefined}
      />
    )
    const { rerender } = render(filters(2))
    translatePage()
    rerender(filters(1))
    expect(screen.getByRole('status').textContent).toBe('1 of 3 shown')
    rerender(filters(undefined))
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('no longer says that no answer of the FAQ was found', async () => {
    show('/faq', <FaqPage />, {})
    const field = screen.getByRole('searchbox')
    await userEvent.type(field, 'zzzz')
    expect(screen.getByText(/^No answer contains all of these words/)).toBeTruthy()
    translatePage()
    await userEvent.clear(field)
    await waitFor(() => expect(screen.queryByText(/^No answer contains all of these words/)).toBeNull())
  })
})
