// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { keepWithdrawalKey } from '#web/lib/guest-key.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase as purchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser(() => keepWithdrawalKey(undefined))

const listPath = '/functions/list-withdrawable-purchases'
const listed = { body: { data: [purchase], withdrawn: [] } }
const recorded = { body: { data: [], withdrawn: [purchase.id] } }

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Confirms a withdrawal whose response is lost. `later` are the lists that are read after the first one. */
const loseResponse = async (...later: Parameters<typeof fakeServer>[0][string][]) => {
  signedInAs({ sub: 'user-w' })
  const seen = fakeServer({
    [listPath]: [listed, ...later].flat(),
    '/functions/withdraw-purchase': 'unreachable',
  })
  showPage(paths.withdraw, <WithdrawPage />)
  await press('Withdraw from this purchase')
  await press('Confirm withdrawal')
  expect(
    await screen.findByText(/^We couldn’t confirm the withdrawal\. You can safely try again/),
  ).toBeTruthy()
  return seen
}

describe('a withdrawal whose response is lost', () => {
  test('is shown as made when the server reports it, although the buyer wants to keep the access', async () => {
    const seen = await loseResponse(recorded)
    await press('Keep my access')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw from this purchase' })).toBeNull()
    expect(seen.filter(({ path }) => path === listPath)).toHaveLength(2)
  })

  test('leaves the access when the purchase is still listed', async () => {
    await loseResponse({ body: { data: [{ ...purchase, refundMinor: 3667 }] } })
    await press('Keep my access')
    expect(await screen.findByText('You still have this purchase')).toBeTruthy()
    expect(screen.queryByText('The withdrawal may not be complete')).toBeNull()
    expect(screen.getByText('£36.67')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Withdraw from this purchase' })).toBeTruthy()
  })

  test.each([
    ['is refunded for another reason', { body: { data: [], withdrawn: [] } }],
    ['is no longer listed by an older server version', { body: { data: [] } }],
  ])('is not shown as made when the purchase %s', async (_, later) => {
    await loseResponse(later)
    await press('Keep my access')
    expect(await screen.findByText('We couldn’t confirm your withdrawal')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw from this purchase' })).toBeNull()
  })

  test('stays uncertain while the purchases cannot be read, and can be checked again', async () => {
    await loseResponse('unreachable', recorded)
    await press('Keep my access')
    expect(await screen.findByText(/^We couldn’t check whether you still have this purchase/)).toBeTruthy()
    await press('Keep my access')
    expect(await screen.findByText('You have withdrawn from this purchase')).toBeTruthy()
  })
})
