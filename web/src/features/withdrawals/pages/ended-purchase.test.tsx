// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase as purchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser()

const withdrawPath = '/functions/withdraw-purchase'

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('withdraw page', () => {
  test('ends a subscription for which everything due was already refunded', async () => {
    const refunded = { ...purchase, refundedMinor: 4000, refundMinor: 0 }
    signedInAs({ sub: 'user-w' })
    const seen = fakeServer({
      '/functions/list-withdrawable-purchases': { body: { data: [refunded] } },
      [withdrawPath]: { body: { refundMinor: 0 } },
    })
    showPage(paths.withdraw, <WithdrawPage />)
    expect(
      await screen.findByText(
        'We’ve already refunded everything that’s due to you, but your subscription hasn’t ended. Withdraw to end it now. Otherwise it renews, and you’ll be charged.',
      ),
    ).toBeTruthy()
    await press('Withdraw from this purchase')
    expect(
      await screen.findByText(
        'Your access ends as soon as you confirm. There’s nothing more to refund, and you won’t be charged again.',
      ),
    ).toBeTruthy()
    await press('Confirm withdrawal')
    expect(
      await screen.findByText(
        'We’d already refunded everything that was due to you. You won’t be charged again. We’ve emailed you a confirmation.',
      ),
    ).toBeTruthy()
    expect(seen.find(({ path }) => path === withdrawPath)?.body).toEqual({ id: 'sub_1', refundMinor: 0 })
  })

  test('says that the access to an ended purchase is over already', async () => {
    signedInAs({ sub: 'user-w' })
    fakeServer({
      '/functions/list-withdrawable-purchases': { body: { data: [{ ...purchase, hasEnded: true }] } },
    })
    showPage(paths.withdraw, <WithdrawPage />)
    await press('Withdraw from this purchase')
    expect(await screen.findByText(/^Your access has already ended\. We refund £38\.34 /)).toBeTruthy()
    await press('Don’t withdraw')
    expect(await screen.findByRole('button', { name: 'Withdraw from this purchase' })).toBeTruthy()
  })
})
