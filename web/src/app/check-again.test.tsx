// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import ProfilePage from '#web/features/account/pages/profile-page.tsx'
import LiveChatPage from '#web/features/chat/pages/live-chat-page.tsx'
import PaymentSuccessPage from '#web/features/payments/pages/payment-success-page.tsx'
import SubscribePage from '#web/features/subscriptions/pages/subscribe-page.tsx'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(forgetToast)

type Replies = Parameters<typeof fakeServer>[0]

const failing = { status: 500, body: { error: { message: 'Something went wrong.' } } }
const noAccess = { body: { isSubscribed: false, isAdmin: false } }
const failsOnce = { '/functions/get-access': [failing, noAccess] }

const unanswered = new Promise<never>(() => undefined)
const slowProfile = Object.fromEntries(
  ['get-profile', 'get-billing', 'list-tickets', 'list-passkeys', 'get-library-emails'].map((name) => [
    `/functions/${name}`,
    unanswered,
  ]),
)

let users = 0
const show = (address: string, page: ReactNode, replies: Replies) => {
  users += 1
  signedInAs({ sub: `checks-again-${users}` })
  fakeServer({ '/functions/check-subscription': { body: { subscribed: false } }, ...replies })
  showPage(address, <main tabIndex={-1}>{page}</main>)
}

const pages: readonly (readonly [string, ReactNode, Replies, string])[] = [
  [paths.subscribe, <SubscribePage key="" />, failsOnce, 'Check again'],
  [paths.liveChat, <LiveChatPage key="" />, failsOnce, 'Check again'],
  [paths.profile, <ProfilePage key="" />, { ...failsOnce, ...slowProfile }, 'Try again'],
  [
    `${paths.paymentSuccess}?session_id=cs_1`,
    <PaymentSuccessPage key="" />,
    { '/functions/verify-guest-pass': [failing, unanswered] },
    'Check again',
  ],
]

describe('a button that checks again', () => {
  test.each(pages)('keeps the focus on %s when it disappears', async (address, page, replies, name) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
    show(address, page, replies)
    const [button] = await screen.findAllByRole('button', { name })
    if (!button) throw new Error('The page has no such button')
    await userEvent.click(button)
    await waitFor(() => expect(button.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })
})
