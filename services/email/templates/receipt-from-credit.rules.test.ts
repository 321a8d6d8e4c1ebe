import { expect, test } from 'vitest'
import { renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const receipt = {
  template: 'receipt',
  plan: 'monthly',
  paid_at: '2027-03-28T23:30:00.000Z',
  number: null,
  link: null,
} as const
const order = {
  renewal: null,
  start_requested: false,
  last_withdrawal_day: '2027-04-12',
  site_url: 'https://advice.example',
}

test('the receipt of an order that was paid in part from credit states both parts, and the price', () => {
  const email = renderEmail({ ...receipt, amount_minor: 2000, credit_minor: 3000, order })
  expect(email.subject).toBe('Your order: receipt for your payment of £50.00')
  const text = renderText(email)
  expect(text).toContain('We’ve received your payment.')
  expect(text).toContain('Paid: £20.00\nPaid from your credit: £30.00')
  expect(text).toContain('Total price, including VAT: £50.00')
})

test('the receipt of what was paid from credit alone says so', () => {
  const email = renderEmail({ ...receipt, amount_minor: 0, credit_minor: 5000 })
  expect(email.subject).toBe('Receipt for your payment of £50.00')
  expect(renderText(email)).toContain('Thank you. You paid from your credit with us.')
})
