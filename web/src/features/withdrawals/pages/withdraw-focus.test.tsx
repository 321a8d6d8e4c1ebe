// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { monthlyPurchase } from '#web/lib/testing/purchase.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import WithdrawPage from './withdraw-page.tsx'

inFreshBrowser()

const purchase = { ...monthlyPurchase, refundMinor: 5000, startRequested: false }
const withdrawn = { body: { refundMinor: 5000 } }

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const open = () => {
  signedInAs({ sub: 'user-w' })
  const data = [purchase, { ...purchase, id: 'sub_2', plan: 'annual' }]
  fakeServer({
    '/functions/list-withdrawable-purchases': { body: { data } },
    '/functions/withdraw-purchase': withdrawn,
  })
  showPage(
    paths.withdraw,
    <main tabIndex={-1}>
      <WithdrawPage />
    </main>,
  )
}
const ask = async () => {
  await screen.findByText('Annual subscription')
  const [, button] = screen.getAllByRole('button', { name: 'Withdraw from this purchase' })
  if (!button) throw new Error('The second purchase has no button')
  await userEvent.click(button)
}
const focused = () => document.activeElement

describe('the focus, when a pressed button of a purchase disappears', () => {
  test('moves to the question after asking to withdraw', async () => {
    open()
    await ask()
    const question = screen.getByRole('group', { name: /^Your access ends as soon as you confirm/ })
    expect(focused()).toBe(question)
    expect(question.contains(screen.getByRole('button', { name: 'Confirm withdrawal' }))).toBe(true)
  })

  test('moves back to the button of the purchase after keeping the access', async () => {
    open()
    await ask()
    await press('Keep my access')
    const [, button] = screen.getAllByRole('button', { name: 'Withdraw from this purchase' })
    expect(focused()).toBe(button)
  })

  test('moves to the outcome of the withdrawal', async () => {
    open()
    await ask()
    await press('Confirm withdrawal')
    const outcome = await screen.findByRole('group', { name: 'You have withdrawn from this purchase' })
    await waitFor(() => expect(focused()).toBe(outcome))
    expect(focused()?.textContent).not.toContain('Monthly subscription')
  })
})
