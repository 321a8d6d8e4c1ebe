// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import {
  billing,
  button,
  confirm,
  end,
  noAccess,
  openProfile,
  press,
  subscribed,
  toAnnual,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const reason = 'Your subscription is set to end. Please resume it before you change your plan.'
const ending = { status: 409, body: { error: { code: 'subscription_ending', message: reason } } }
const cancelling = { ...subscribed, cancelAtPeriodEnd: true }
const ends = { ...billing.subscription, nextChargeAt: null, endsAt: end }

/** Opens the profile of a member who then cancels in another tab. */
const open = (replies: Parameters<typeof openProfile>[1]) =>
  openProfile(subscribed, {
    '/functions/get-access': [{ body: subscribed }, { body: cancelling }],
    '/functions/get-billing': [{ body: billing }, { body: { ...billing, subscription: ends } }],
    ...replies,
  })
const dialog = () => within(screen.getByRole('dialog'))

describe('when the user returns to the tab', () => {
  afterEach(() => void vi.useRealTimers())
  type Calls = ReturnType<typeof open>
  const readsOf = (seen: Calls, name: string) =>
    seen.filter(({ path }) => path === `/functions/${name}`).length
  /** Returns to the tab, and waits for the requests that follow: one for the account follows every return. */
  const returnAfter = async (seconds: number, seen: Calls) => {
    const before = readsOf(seen, 'get-profile')
    vi.setSystemTime(Date.now() + seconds * 1000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(readsOf(seen, 'get-profile')).toBe(before + 1))
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))))
  }

  test('a cancellation in another tab or on another device is shown, at most every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const seen = open({})
    const reads = () => [readsOf(seen, 'get-access'), readsOf(seen, 'get-billing')]
    await waitFor(() => expect(button('Change Plan')).toBeTruthy())
    await returnAfter(9, seen)
    expect(reads()).toEqual([1, 1])
    await returnAfter(2, seen)
    expect(await screen.findByText('Cancelling Soon')).toBeTruthy()
    await waitFor(() => expect(button('Change Plan')).toBeNull())
    await returnAfter(1, seen)
    expect(reads()).toEqual([2, 2])
  })

  test('an open dialog stays as it is, and the change is shown on the next return', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const seen = open({ '/functions/preview-plan-change': { body: toAnnual } })
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    await returnAfter(11, seen)
    expect(readsOf(seen, 'get-billing')).toBe(1)
    await confirm('Keep Monthly')
    await returnAfter(1, seen)
    expect(await screen.findByText('Cancelling Soon')).toBeTruthy()
  })
})

describe('a subscription that was cancelled in another tab', () => {
  const expectOneReason = async () => {
    expect(await dialog().findByText('Your plan can’t be changed now')).toBeTruthy()
    expect(dialog().getAllByText(reason)).toHaveLength(1)
    expect(dialog().queryByText('The price could not be loaded')).toBeNull()
    expect(dialog().queryByRole('button', { name: /^Pay|^Change to/ })).toBeNull()
  }

  test('gives one reason why its plan cannot change, and the profile is read again', async () => {
    open({
      '/functions/preview-plan-change': [{ body: toAnnual }, ending],
      '/functions/change-plan': ending,
    })
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    await confirm('Pay £525.00')
    await expectOneReason()
    await confirm('Back to your profile')
    expect(await screen.findByText('Cancelling Soon')).toBeTruthy()
    await waitFor(() => expect(button('Change Plan')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Billing')
  })

  test('gives the same reason when the dialog is opened afterwards', async () => {
    open({ '/functions/preview-plan-change': ending })
    await press('Change Plan')
    await expectOneReason()
    await confirm('Back to your profile')
    expect(await screen.findByText('Cancelling Soon')).toBeTruthy()
  })
})

describe('a subscription that has ended in another tab', () => {
  const notSubscribed = {
    status: 409,
    body: { error: { code: 'not_subscribed', message: 'Not subscribed.' } },
  }
  const hasEnded = { ...ends, hasEnded: true }
  const replies = {
    '/functions/get-access': [{ body: subscribed }, { body: noAccess }],
    '/functions/get-billing': [{ body: billing }, { body: { ...billing, subscription: hasEnded } }],
    '/functions/cancel-subscription': notSubscribed,
    '/functions/resume-subscription': notSubscribed,
  }
  const expectEnded = async () => {
    await waitFor(() => expect(toastText()).toMatch(/^Your subscription has already ended/))
    expect(await screen.findByText('Subscribe Now')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Account Actions'))
  }

  test('closes the dialog of a cancellation, and the profile is read again', async () => {
    open(replies)
    await press('Cancel Subscription')
    await confirm('Cancel Subscription')
    await expectEnded()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is shown instead of the button to resume it', async () => {
    open({ ...replies, '/functions/get-access': [{ body: cancelling }, { body: noAccess }] })
    await press('Resume Subscription')
    await expectEnded()
    expect(button('Resume Subscription')).toBeNull()
  })
})
