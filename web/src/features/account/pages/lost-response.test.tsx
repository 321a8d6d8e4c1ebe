// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
  watchLocation,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const cancelling = { ...subscribed, cancelAtPeriodEnd: true }
const { subscription } = billing
const ends = { ...subscription, nextChargeAt: null, endsAt: end }
const annual = { ...subscription, plan: 'annual', amountMinor: 55_000, interval: 'year' }
const billed = (...states: object[]) => states.map((one) => ({ body: { ...billing, subscription: one } }))

describe('a change whose response is lost', () => {
  test('is reported as made if the server says that the subscription is cancelled', async () => {
    const { reload } = watchLocation()
    openProfile(subscribed, {
      '/functions/get-access': [{ body: subscribed }, { body: cancelling }],
      '/functions/get-billing': billed(subscription, ends),
      '/functions/cancel-subscription': 'unreachable',
    })
    await press('Cancel Subscription')
    await confirm('Cancel Subscription')
    await waitFor(() => expect(toastText()).toBe('Subscription cancelled / You won’t be charged again.'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('is checked once if the server says that the subscription is not cancelled', async () => {
    const seen = openProfile(subscribed, {
      '/functions/get-billing': billed(subscription),
      '/functions/cancel-subscription': 'unreachable',
    })
    await press('Cancel Subscription')
    const statusReads = () => seen.filter(({ path }) => path === '/functions/get-access').length
    const before = statusReads()
    await confirm('Cancel Subscription')
    await waitFor(() => expect(toastText()).toBe('Error / Failed to cancel subscription. Please try again.'))
    expect(statusReads() - before).toBe(1)
  })

  test('is reported as made, and shown, if it resumed the subscription', async () => {
    const { reload } = watchLocation()
    openProfile(cancelling, {
      '/functions/get-access': [{ body: cancelling }, { body: subscribed }],
      '/functions/get-billing': billed(ends, subscription),
      '/functions/resume-subscription': 'unreachable',
    })
    await press('Resume Subscription')
    await waitFor(() => expect(button('Resume Subscription')).toBeNull())
    expect(button('Cancel Subscription')).toBeTruthy()
    await waitFor(() => expect(toastText()).toMatch(/^Subscription resumed/))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('is not reported as made if the subscription has ended instead of being resumed', async () => {
    openProfile(cancelling, {
      '/functions/get-access': [{ body: cancelling }, { body: noAccess }],
      '/functions/get-billing': billed(ends),
      '/functions/resume-subscription': 'unreachable',
    })
    await press('Resume Subscription')
    await waitFor(() => expect(toastText()).toBe('Error / Failed to resume subscription. Please try again.'))
  })

  test('is shown once the dialog of a change of plan is closed', async () => {
    openProfile(subscribed, {
      '/functions/get-billing': billed(subscription, annual),
      '/functions/preview-plan-change': { body: toAnnual },
      '/functions/change-plan': 'unreachable',
    })
    await press('Change Plan')
    await within(screen.getByRole('dialog')).findByText('−£25.00')
    await confirm('Pay £525.00')
    expect(await screen.findByText(/^We couldn’t confirm the change/)).toBeTruthy()
    await confirm('Keep Monthly')
    expect(await screen.findByText('Annual, £550.00 each year')).toBeTruthy()
  })

  test('is reported as made, and shown, if it kept the plan', async () => {
    const { reload } = watchLocation()
    const scheduledChange = {
      plan: 'monthly',
      amountMinor: 5000,
      currency: 'gbp',
      interval: 'month',
      startsAt: end,
    }
    openProfile(subscribed, {
      '/functions/get-billing': billed({ ...annual, scheduledChange }, annual),
      '/functions/change-plan': 'unreachable',
    })
    await press('Keep Annual Plan')
    await waitFor(() => expect(button('Keep Annual Plan')).toBeNull())
    expect(button('Change Plan')).toBeTruthy()
    await waitFor(() => expect(toastText()).toBe('Plan kept / Your annual plan continues.'))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})
