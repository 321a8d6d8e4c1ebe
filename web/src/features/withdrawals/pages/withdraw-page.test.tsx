// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser()

const purchase = {
  id: 'sub_1',
  plan: 'monthly',
  boughtAt: '2027-05-01T12:00:00.000Z',
  lastDay: '2027-05-15',
  paidMinor: 5000,
  refundMinor: 3834,
  refundedMinor: 0,
  startRequested: true,
  used: { count: 7, of: 30, unit: 'days' },
}
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

  test('makes no call when the user keeps the access', async () => {
    const seen = open({})
    await press('Withdraw from this purchase')
    await press('Keep my access')
    expect(await screen.findByRole('button', { name: 'Withdraw from this purchase' })).toBeTruthy()
    expect(seen.map(({ path }) => path)).not.toContain(withdrawPath)
  })

  test('reports why a withdrawal failed, and can be tried again', async () => {
    const error = { code: 'amount_changed', message: 'The refund has changed.' }
    open({ [withdrawPath]: [{ status: 409, body: { error } }, { body: { refundMinor: 3834 } }] })
    await press('Withdraw from this purchase')
    await press('Confirm withdrawal')
    expect(await screen.findByText('The refund has changed.')).toBeTruthy()
    await press('Confirm withdrawal')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
  })

  test('says that there is nothing to withdraw from', async () => {
    open({ [listPath]: { body: { data: [] } } })
    expect(await screen.findByText('There is nothing to withdraw from here')).toBeTruthy()
  })

  test('sends the guest key of a visitor without an account', async () => {
    localStorage.setItem('guest_key', 'a-key')
    const seen = fakeServer({ [listPath]: { body: { data: [{ ...purchase, plan: 'one-time' }] } } })
    showPage(paths.withdraw, <WithdrawPage />)
    expect(await screen.findByText('Live chat pass')).toBeTruthy()
    expect(seen.find(({ path }) => path === listPath)?.body).toEqual({ guest_key: 'a-key' })
  })

  test('reports a failure in place and tries again', async () => {
    open({ [listPath]: [{ status: 500 }, { body: { data: [purchase] } }] })
    await press('Try again')
    expect(await screen.findByText('Monthly subscription')).toBeTruthy()
  })
})
