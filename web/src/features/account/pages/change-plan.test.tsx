// @vitest-environment jsdom
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { readingTimeMs } from '../run-action.ts'
import {
  billing,
  button,
  confirm,
  end,
  openProfile,
  press,
  subscribed,
  toAnnual,
  watchLocation,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const toMonthly = {
  ...toAnnual,
  plan: 'monthly',
  isImmediate: false,
  startsAt: end,
  amountDueMinor: 0,
  creditMinor: 0,
  nextChargeMinor: 5000,
  nextChargeAt: end,
}
const annual = { ...billing.subscription, plan: 'annual', amountMinor: 55_000, interval: 'year' }
const scheduledChange = {
  plan: 'monthly',
  amountMinor: 5000,
  currency: 'gbp',
  interval: 'month',
  startsAt: end,
}

const open = (replies: Parameters<typeof openProfile>[1], subscription: object = billing.subscription) =>
  openProfile(subscribed, {
    '/functions/get-billing': { body: { ...billing, subscription } },
    '/functions/preview-plan-change': { body: toAnnual },
    '/functions/change-plan': { body: { plan: 'annual', startsAt: null, confirmation: null } },
    ...replies,
  })
const dialog = () => within(screen.getByRole('dialog'))
const failure = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message } },
})

describe('a change of plan', () => {
  test('to annual shows charge, credit and next charge, and confirms exactly that amount', async () => {
    const { reload } = watchLocation()
    const seen = open({})
    await press('Change Plan')
    expect(await dialog().findByText('£550.00 on 16 April 2028')).toBeTruthy()
    expect(dialog().getByText('−£25.00')).toBeTruthy()
    await confirm('Pay £525.00')
    await waitFor(() =>
      expect(toastText()).toBe('Plan changed / You are now on the annual plan. You paid £525.00.'),
    )
    expect(seen.find(({ path }) => path === '/functions/change-plan')?.body).toEqual({
      plan: 'annual',
      confirmed: { pricedAt: toAnnual.pricedAt, amountDueMinor: 52_500 },
    })
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('to annual shows what else is deducted, so that the amounts add up', async () => {
    open({ '/functions/preview-plan-change': { body: { ...toAnnual, amountDueMinor: 49_500 } } })
    await press('Change Plan')
    const label = await dialog().findByText('Other credit and discounts')
    expect(label.nextSibling?.textContent).toBe('−£30.00')
    expect(button('Pay £495.00')).toBeTruthy()
    cleanup()
    open({})
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    expect(dialog().queryByText('Other credit and discounts')).toBeNull()
  })

  test('does not reload the next page when the user leaves the profile', async () => {
    const { reload } = watchLocation()
    open({})
    await press('Change Plan')
    await confirm('Pay £525.00')
    await waitFor(() => expect(toastText()).toMatch(/^Plan changed/))
    cleanup()
    await sleep(readingTimeMs + 500)
    expect(reload).not.toHaveBeenCalled()
  })

  test('to monthly charges nothing today and starts when the year ends', async () => {
    watchLocation()
    open(
      {
        '/functions/preview-plan-change': { body: toMonthly },
        '/functions/change-plan': { body: { plan: 'monthly', startsAt: end, confirmation: null } },
      },
      annual,
    )
    await press('Change Plan')
    expect(await dialog().findByText('£0.00')).toBeTruthy()
    expect(dialog().getByText('£50.00 on 1 May 2027')).toBeTruthy()
    await confirm('Change to Monthly')
    await waitFor(() =>
      expect(toastText()).toBe('Plan change scheduled / Your monthly plan starts on 1 May 2027.'),
    )
  })

  test('is not made when the user keeps the plan', async () => {
    const seen = open({})
    await press('Change Plan')
    await confirm('Keep Monthly')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.map(({ path }) => path)).not.toContain('/functions/change-plan')
  })

  test('that is scheduled ends with a cancellation, as its dialog says', async () => {
    open({}, { ...annual, scheduledChange })
    await press('Cancel Subscription')
    expect(screen.getByRole('dialog').textContent).toContain(
      'Your change to the monthly plan is cancelled too.',
    )
  })

  test('that is scheduled is shown, and can be cancelled', async () => {
    watchLocation()
    const seen = open({}, { ...annual, scheduledChange })
    expect(await screen.findByText('Monthly, £50.00 each month')).toBeTruthy()
    expect(button('Change Plan')).toBeNull()
    await press('Keep Annual Plan')
    await waitFor(() => expect(toastText()).toBe('Plan kept / Your annual plan continues.'))
    expect(seen.find(({ path }) => path === '/functions/change-plan')?.body).toEqual({ plan: 'annual' })
  })

  const pendingChange = {
    plan: 'annual',
    amountMinor: 52_500,
    currency: 'gbp',
    url: 'https://pay.example/i/2',
    expiresAt: '2027-04-17T11:00:00.000Z',
  }

  test('is not reported as made while the bank needs a confirmation, which the toast asks for', async () => {
    watchLocation()
    const confirmation = { url: pendingChange.url, expiresAt: pendingChange.expiresAt }
    open({ '/functions/change-plan': { body: { plan: 'annual', startsAt: null, confirmation } } })
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    await confirm('Pay £525.00')
    await waitFor(() => expect(toastText()).toContain('Your bank needs you to confirm the payment'))
    expect(toastText()).toContain('Nothing has been charged yet')
  })

  test('that is pending can be confirmed with the bank or cancelled', async () => {
    const { assign } = watchLocation()
    const seen = open({}, { ...billing.subscription, pendingChange })
    expect(await screen.findByText('Your bank needs you to confirm the payment')).toBeTruthy()
    expect(screen.getByText(/nothing is charged and your monthly plan continues/)).toBeTruthy()
    expect(button('Change Plan')).toBeNull()
    await press('Confirm £525.00 with your bank')
    expect(assign).toHaveBeenCalledWith(pendingChange.url)
    await press('Keep Monthly Plan')
    await waitFor(() => expect(toastText()).toBe('Plan kept / Your monthly plan continues.'))
    expect(seen.find(({ path }) => path === '/functions/change-plan')?.body).toEqual({ plan: 'monthly' })
  })

  test('is not offered while the subscription ends or a payment is open', async () => {
    open({}, { ...billing.subscription, nextChargeAt: null, endsAt: end })
    expect(await screen.findByText('Visa ending in 4242')).toBeTruthy()
    expect(button('Change Plan')).toBeNull()
  })

  test.each([
    ['the amount has changed', failure(409, 'amount_changed', 'The amount has changed.')],
    ['the card is declined', failure(402, 'payment_declined', 'Your card was declined.')],
  ])('shows why it failed and a new preview when %s', async (_reason, reply) => {
    open({
      '/functions/preview-plan-change': [
        { body: toAnnual },
        { body: { ...toAnnual, amountDueMinor: 51_000 } },
      ],
      '/functions/change-plan': reply,
    })
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    await confirm('Pay £525.00')
    expect((await dialog().findByRole('alert')).textContent).toContain(reply.body.error.message)
    expect(await dialog().findByRole('button', { name: 'Pay £510.00' })).toBeTruthy()
  })

  test('can be sent again with the same preview when its result is unknown', async () => {
    watchLocation()
    const seen = open({
      '/functions/change-plan': [
        failure(502, 'payment_provider_error', 'Unreachable.'),
        { body: { plan: 'annual', startsAt: null, confirmation: null } },
      ],
    })
    await press('Change Plan')
    await dialog().findByText('−£25.00')
    await confirm('Pay £525.00')
    expect((await dialog().findByRole('alert')).textContent).toContain('you won’t be charged twice')
    await confirm('Pay £525.00')
    await waitFor(() => expect(toastText()).toContain('Plan changed'))
    const sent = seen.filter(({ path }) => path === '/functions/change-plan').map(({ body }) => body)
    expect(sent[1]).toEqual(sent[0])
  })

  test('cannot be confirmed before its price is known, and the price can be loaded again', async () => {
    open({ '/functions/preview-plan-change': ['unreachable', { body: toAnnual }] })
    await press('Change Plan')
    expect(await dialog().findByText('The price could not be loaded')).toBeTruthy()
    expect(dialog().getByText(/^You seem to be offline\./)).toBeTruthy()
    expect(dialog().getByRole('button', { name: 'Change to Annual' })).toHaveProperty('disabled', true)
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }))
    expect(await dialog().findByRole('button', { name: 'Pay £525.00' })).toBeTruthy()
  })
})
