// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { keepWithdrawalKey, withdrawalKey } from '#web/lib/guest-key.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase as purchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser(() => {
  forgetToast()
  keepWithdrawalKey(undefined)
})

const listPath = '/functions/list-withdrawable-purchases'
const withdrawPath = '/functions/withdraw-purchase'

const open = (replies: Parameters<typeof fakeServer>[0]) => {
  signedInAs({ sub: 'user-w' })
  const seen = fakeServer({ [listPath]: { body: { data: [purchase] } }, ...replies })
  showPage(paths.withdraw, <WithdrawPage />)
  return seen
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('withdraw page', () => {
  test('shows the refund and how it is computed', async () => {
    open({})
    expect(await screen.findByText('Monthly subscription')).toBeTruthy()
    expect(screen.getByText('£38.34')).toBeTruthy()
    expect(screen.getByText('15 May 2027')).toBeTruthy()
    expect(screen.getByText(/have used 7 of 30 days/)).toBeTruthy()
  })

  test('withdraws after a confirmation, for the amount that it shows', async () => {
    const seen = open({ [withdrawPath]: { body: { refundMinor: 3834 } } })
    await press('Withdraw from this purchase')
    expect(seen.map(({ path }) => path)).not.toContain(withdrawPath)
    await press('Confirm withdrawal')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
    expect(seen.find(({ path }) => path === withdrawPath)?.body).toEqual({ id: 'sub_1', refundMinor: 3834 })
  })

  test.each([
    [
      'a part',
      2000,
      'We refund £18.34 to the card or account you paid with. You also paid by bank transfer, so we repay £20.00 by bank transfer within 14 days.',
      /^We’re refunding £18\.34 to the card .* We’ll repay £20\.00 by bank transfer within 14 days\. We’ve emailed/,
    ],
    [
      'all',
      3834,
      'You paid by bank transfer, so we repay £38.34 by bank transfer within 14 days.',
      /^We’ll repay £38\.34 by bank transfer within 14 days\. We’ve emailed/,
    ],
  ])('says that %s of the money is repaid by bank transfer', async (_part, transferMinor, before, after) => {
    open({
      [listPath]: { body: { data: [{ ...purchase, transferMinor }] } },
      [withdrawPath]: { body: { refundMinor: 3834 } },
    })
    await press('Withdraw from this purchase')
    expect(await screen.findByText(before, { exact: false })).toBeTruthy()
    await press('Confirm withdrawal')
    expect(await screen.findByText(after)).toBeTruthy()
  })

  test('makes no call when the user keeps the access', async () => {
    const seen = open({})
    await press('Withdraw from this purchase')
    await press('Keep my access')
    expect(await screen.findByRole('button', { name: 'Withdraw from this purchase' })).toBeTruthy()
    expect(seen.map(({ path }) => path)).not.toContain(withdrawPath)
  })

  test.each([
    ['payment_provider_error', 502],
    ['payment_in_progress', 409],
  ])('reports why a withdrawal failed, and can be tried again: %s', async (code, status) => {
    const error = { code, message: 'Please try again later.' }
    open({ [withdrawPath]: [{ status, body: { error } }, { body: { refundMinor: 3834 } }] })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('Please try again later.')).toBeTruthy()
    // The refund may have been made before the failure, or another request is making it.
    expect(screen.getByText('The withdrawal may not be complete')).toBeTruthy()
    await press('Confirm withdrawal')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
  })

  test('says that the withdrawal is made although its refund failed', async () => {
    const error = { code: 'refund_failed', message: 'Please email us.' }
    open({ [withdrawPath]: [{ status: 409, body: { error } }] })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('You have withdrawn, but the refund failed')).toBeTruthy()
    expect(screen.getByText(/^Please email/).textContent).toMatch(/we’ll send the money another way/)
    expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).toBeNull()
  })

  test.each([
    ['rate_limited', 429, 'The withdrawal may not be complete'],
    ['payment_disputed', 409, 'The withdrawal was not made'],
  ])(
    'after a failure, warns or not depending on the error of the next request: %s',
    async (code, status, title) => {
      const failed = { status: 502, body: { error: { code: 'payment_provider_error', message: 'Failed.' } } }
      const rejected = { status, body: { error: { code, message: 'Rejected.' } } }
      open({ [withdrawPath]: [failed, rejected] })
      await press('Withdraw from this purchase')
      await press('Confirm withdrawal')
      expect(await screen.findByText('Failed.')).toBeTruthy()
      await press('Confirm withdrawal')
      expect(await screen.findByText('Rejected.')).toBeTruthy()
      expect(screen.getByText(title)).toBeTruthy()
    },
  )

  /** Accepts no amount but this one, as the server does. */
  const accepting = (refundMinor: number) => (body: unknown) =>
    typeof body === 'object' && body !== null && 'refundMinor' in body && body.refundMinor === refundMinor
      ? { body: { refundMinor } }
      : { status: 409, body: { error: { code: 'amount_changed', message: 'The refund has changed.' } } }

  test('asks again with the new amount when the refund has changed', async () => {
    const changed = { ...purchase, refundMinor: 3667, used: { count: 8, of: 30, unit: 'days' } }
    open({
      [listPath]: [{ body: { data: [purchase] } }, { body: { data: [changed] } }],
      [withdrawPath]: accepting(3667),
    })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('The refund has changed.')).toBeTruthy()
    expect(screen.getByText('The withdrawal was not made')).toBeTruthy()
    expect(screen.getByText(/used 8 of 30 days/)).toBeTruthy()
    expect(screen.getByText(/We refund £36\.67 to the card/)).toBeTruthy()
    await press('Confirm withdrawal')
    expect(await screen.findByText(/We’re refunding £36\.67/)).toBeTruthy()
  })

  test('no longer offers a withdrawal from a purchase that is no longer listed', async () => {
    open({
      [listPath]: [{ body: { data: [purchase] } }, { body: { data: [] } }],
      [withdrawPath]: accepting(1),
    })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText(/can no longer withdraw from this purchase/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).toBeNull()
  })

  test('says what is left of a pass that was extended', async () => {
    const data = [{ ...purchase, plan: 'one-time', minutesLeft: 18 }]
    open({ [listPath]: { body: { data } } })
    await press('Withdraw from this purchase')
    const text = (await screen.findByText(/We refund £38\.34/)).textContent
    expect(text).toContain('You’ll keep the 18 minutes that are left from your other purchases of this pass.')
    expect(text).not.toContain('access ends')
  })

  test('says that there are no purchases to withdraw from', async () => {
    open({ [listPath]: { body: { data: [] } } })
    expect(await screen.findByText('You have no purchases to withdraw from')).toBeTruthy()
  })

  test('sends the guest key of a visitor without an account', async () => {
    localStorage.setItem('guest_key', 'a-key')
    const seen = fakeServer({ [listPath]: { body: { data: [{ ...purchase, plan: 'one-time' }] } } })
    showPage(paths.withdraw, <WithdrawPage />)
    expect(await screen.findByText('Live chat pass')).toBeTruthy()
    expect(seen.find(({ path }) => path === listPath)?.body).toEqual({ guest_key: 'a-key' })
  })

  test('sends the key of the link in the pass email, even if the browser has another one', async () => {
    localStorage.setItem('guest_key', 'a-key')
    keepWithdrawalKey('from-link')
    const pass = { ...purchase, plan: 'one-time' }
    const replies = {
      [listPath]: { body: { data: [pass] } },
      [withdrawPath]: { body: { refundMinor: 3834 } },
    }
    const seen = fakeServer(replies)
    showPage(paths.withdraw, <WithdrawPage />)
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
    const sent = seen.filter(({ path }) => path === listPath || path === withdrawPath)
    expect(sent.map(({ body }) => body)).toMatchObject([
      { guest_key: 'from-link' },
      { guest_key: 'from-link' },
    ])
    expect(localStorage.getItem('guest_key')).toBe('a-key')
  })

  test('forgets the key of the link when the page is left, so that the next person finds nothing', async () => {
    keepWithdrawalKey('from-link')
    fakeServer({ [listPath]: { body: { data: [] } } })
    showPage(paths.withdraw, <WithdrawPage />)
    await screen.findByRole('heading', { level: 1 })
    expect(withdrawalKey()).toBe('from-link')
    cleanup()
    expect(withdrawalKey()).toBeUndefined()
  })

  test('reloads when the Back button shows it again, which forgets the key of the link', async () => {
    open({})
    await screen.findByText('Monthly subscription')
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { ...window.location, reload })
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each(['the link in the pass email', 'this browser'])(
    'says why there is nothing to withdraw from to the holder of a pass from %s',
    async (source) => {
      if (source === 'this browser') localStorage.setItem('guest_key', 'a-key')
      else keepWithdrawalKey('from-link')
      fakeServer({ [listPath]: { body: { data: [] } } })
      showPage(paths.withdraw, <WithdrawPage />)
      expect(await screen.findByText('There is nothing to refund for your pass')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(paths.login)
    },
  )

  test('asks a visitor without a purchase in this browser to sign in', async () => {
    fakeServer({ [listPath]: { body: { data: [] } } })
    showPage(paths.withdraw, <WithdrawPage />)
    expect(await screen.findByText('No purchase found in this browser')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  })

  test('reports a failure in place and tries again', async () => {
    open({ [listPath]: [{ status: 500 }, { body: { data: [purchase] } }] })
    await press('Try again')
    expect(await screen.findByText('Monthly subscription')).toBeTruthy()
  })
})

describe('the record of a withdrawal', () => {
  test('has the purchase, the seller, and when its withdrawal was received', async () => {
    open({
      [withdrawPath]: { body: { refundMinor: 3834 }, headers: { date: 'Mon, 03 May 2027 13:05:00 GMT' } },
    })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    await screen.findByText('You have withdrawn from this purchase')
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Monthly subscription',
      '1 May 2027',
      '£50.00',
      brand.legalName,
      '3 May 2027, 14:05',
    ])
  })

  test('states no time of receipt if an earlier attempt may have been received', async () => {
    open({ [withdrawPath]: ['unreachable', { body: { refundMinor: 3834 } }] })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    await screen.findByText('The withdrawal may not be complete')
    await press('Confirm withdrawal')
    await screen.findByText('You have withdrawn from this purchase')
    expect(screen.queryByText('Withdrawal received')).toBeNull()
  })
})

describe('session that has ended on another device', () => {
  test('says that the withdrawal was not made', async () => {
    open({
      [listPath]: [{ body: { data: [purchase] } }, { body: { data: [] } }],
      [withdrawPath]: { status: 401, body: { message: 'Unauthorized' } },
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('No purchase found in this browser')).toBeTruthy()
    expect(toastText()).toContain('You’ve been signed out')
    expect(toastText()).toContain('The withdrawal was not made. Please sign in and try again.')
  })
})
