// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser()

test.each([
  ['disputed', 'Your bank is looking into this payment'],
  ['credit', 'You paid for some or all of this from your credit with us'],
])('the withdrawal page says how to withdraw from a purchase by email: %s', async (reason, text) => {
  const { id, plan, boughtAt, lastDay } = monthlyPurchase
  const byEmail = [{ id, plan, boughtAt, lastDay, reason }]
  signedInAs({ sub: 'user-w' })
  fakeServer({ '/functions/list-withdrawable-purchases': { body: { data: [], byEmail, withdrawn: [] } } })
  showPage(paths.withdraw, <WithdrawPage />)
  expect(await screen.findByText('Monthly subscription, bought on 1 May 2027')).toBeTruthy()
  expect(screen.getByText(new RegExp(`^${text}`)).textContent).toContain(
    `so we can’t refund it here. If you want to withdraw, please email ${brand.supportEmail} by 15 May 2027.`,
  )
  expect(screen.queryByText('You have no purchases to withdraw from')).toBeNull()
})
