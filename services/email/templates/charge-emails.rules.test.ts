import { describe, expect, test } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { brand } from '#shared/values/brand.ts'
import { renderHtml, renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const link = 'https://advice.example/profile'
const name = 'Nadia <b>Oyelaran</b>'
/** Half past midnight on 29 March in London: summer time began on the 28th. */
const springNight = '2027-03-28T23:30:00.000Z'
const payment = { amount_minor: 5000, paid_at: springNight }
const invoice = 'https://stripe.example/i/1'

const order = { last_withdrawal_day: '2027-04-12', site_url: 'https://advice.example' } as const

const failed = { template: 'payment-failed', name, plan: 'monthly', amount_minor: 5000, link } as const
const renewal = {
  template: 'renewal',
  name,
  plan: 'annual',
  interval: 'year',
  renews_at: springNight,
  link,
} as const
const ended = { template: 'ended', name, plan: 'annual', ended_at: springNight, due: null, link } as const

const disputed = { template: 'dispute', what: 'subscription', amount_minor: 5000, payment } as const

const emails: readonly (readonly [EmailContent, readonly string[]])[] = [
  [
    {
      template: 'receipt',
      plan: 'annual',
      amount_minor: 54_999,
      paid_at: springNight,
      number: 'A-1',
      link: invoice,
    },
    ['Paid: £549.99', 'For: Annual subscription', 'Date: 29 March 2027', 'Invoice number: A-1', invoice],
  ],
  [
    {
      template: 'receipt',
      plan: 'one-time',
      amount_minor: 5000,
      paid_at: springNight,
      number: null,
      link: null,
    },
    ['For: Live chat pass'],
  ],
  [
    {
      template: 'receipt',
      plan: 'monthly',
      amount_minor: 4999,
      paid_at: springNight,
      number: null,
      link: null,
      order: {
        ...order,
        renewal: { at: '2027-04-28T23:30:00.000Z', amount_minor: 5001, per: 'month' },
        start_requested: true,
      },
    },
    [
      'Your order: receipt for your payment of £49.99',
      'Total price, including VAT: £49.99',
      'Renews on: 29 April 2027',
      'Price of each month after that: £50.01',
      'choose ‘Cancel Subscription’ on your profile',
      'withdraw from this purchase until the end of Monday 12 April 2027, without giving a reason',
      'we’ll keep the price of the days you’ve already used and refund the rest',
      'Once all of the time has been used, there is nothing left to refund.',
      'https://advice.example/withdraw',
      `Trader: ${brand.legalName}`,
      `VAT number: ${brand.company.vatNumber}`,
      'These details are samples.',
      'https://advice.example/complaints',
      'https://advice.example/terms',
      '> I hereby give notice that I cancel my contract',
      '> Ordered on: 29 March 2027',
    ],
  ],
  [
    {
      template: 'receipt',
      plan: 'one-time',
      amount_minor: 5000,
      paid_at: springNight,
      number: null,
      link: null,
      order: { ...order, renewal: null, start_requested: false },
    },
    ['It doesn’t renew', 'we refund everything that you paid', 'live chat pass'],
  ],
  [
    { ...renewal, amount_minor: 54_999 },
    [
      'your annual subscription renews on 29 March 2027',
      'We’ll charge £549.99 to your card on that day',
      'Amount: £549.99',
      'choose ‘Cancel Subscription’',
    ],
  ],
  [{ ...renewal, amount_minor: 0 }, ['Nothing is due for it, so we won’t charge your card', 'Amount: £0.00']],
  [
    { ...failed, next_attempt_at: springNight },
    [
      'the payment of £50.00 for your monthly subscription',
      'restored as soon as the balance is paid',
      'We’ll try again on 29 March 2027',
      'your subscription will end',
    ],
  ],
  [{ ...failed, next_attempt_at: null }, ['We won’t try to take this payment again']],
  [{ template: 'pass-payment-failed', amount_minor: 5000, link }, ['£50.00', 'You haven’t been charged']],
  [{ ...ended, reason: 'cancelled' }, ['ended on 29 March 2027 because it was cancelled']],
  [
    { ...ended, reason: 'unpaid', due: { amount_minor: 55_000, link: invoice } },
    ['because we couldn’t take your payment', 'The invoice of £550.00 is still open', invoice],
  ],
  [{ ...ended, reason: 'disputed' }, ['after a dispute']],
  [{ ...ended, reason: 'refunded' }, ['because your payment was refunded', 'please email us']],
  [{ ...ended, reason: 'us' }, ['because we cancelled it', 'please email us']],
  [
    { template: 'refunded', what: 'subscription', amount_minor: 1000, payment },
    [
      'We’ve refunded £10.00 for your subscription. The money goes back to the card or account',
      'Payment: £50.00',
      'Paid on: 29 March 2027',
    ],
  ],
  [
    { template: 'refunded', what: 'late-payment', amount_minor: 5000 },
    ['subscription that had already ended'],
  ],
  [
    { template: 'credit-returned', amount_minor: 3000, link },
    ['We’ve returned £30.00 to your credit with us', 'Open my profile'],
  ],
  [{ template: 'refunded', what: 'duplicate', amount_minor: 5000 }, ['first subscription continues']],
  [
    { template: 'withdrawal', what: 'pass', amount_minor: 3000, payment },
    ['We’ve received your withdrawal from your live chat pass', 'We’ve refunded £30.00'],
  ],
  [
    { template: 'withdrawal', what: 'subscription', amount_minor: 0, payment },
    [
      'We’ve received your withdrawal from your subscription. Your access has ended, and you won’t be charged again.',
      'We’d already refunded everything that was due to you, so there’s nothing more to refund.',
    ],
  ],
  [
    { template: 'withdrawal', what: 'pass', amount_minor: 3000, payment, pending: true },
    [
      'We’ve received your withdrawal from your live chat pass',
      'We’ll refund £30.00',
      'within 14 days at the latest',
      'We’ll email you once the refund has been paid',
    ],
  ],
  [
    { template: 'withdrawal', what: 'subscription', amount_minor: 50_000, total_minor: 52_000, payment },
    [
      'We’ve refunded £500.00 to the card',
      'We refund each of your payments separately',
      'In total, you’ll get £520.00 back.',
    ],
  ],
  [
    {
      template: 'withdrawal',
      what: 'subscription',
      amount_minor: 5000,
      total_minor: 53_000,
      transfer_minor: 48_000,
      payment,
    },
    [
      'We’ve refunded £50.00 to the card',
      'You also paid by bank transfer, so we’ll repay £480.00 by bank transfer, within 14 days at the latest. In total, you’ll get £530.00 back.',
    ],
  ],
  [
    {
      template: 'withdrawal',
      what: 'subscription',
      amount_minor: 5000,
      total_minor: 55_000,
      transfer_minor: 48_000,
      payment,
    },
    [
      'repay £480.00',
      'We refund each of your other payments separately',
      'In total, you’ll get £550.00 back.',
    ],
  ],
  [
    {
      template: 'withdrawal',
      what: 'subscription',
      amount_minor: 5000,
      total_minor: 10_000,
      transfer_minor: 5000,
      payment,
    },
    ['We’ve refunded £50.00 to the card', 'we’ll repay £50.00 by bank', 'In total, you’ll get £100.00 back.'],
  ],
  [
    {
      template: 'withdrawal',
      what: 'subscription',
      amount_minor: 48_000,
      transfer_minor: 48_000,
      payment,
    },
    ['You paid by bank transfer, so we’ll repay £480.00 by bank transfer, within 14 days at the latest.'],
  ],
  [
    { template: 'refunded', what: 'part-of-withdrawal', amount_minor: 2000, payment },
    ['We’ve refunded £20.00 for an earlier payment of your withdrawn subscription. The money goes'],
  ],
  [
    { template: 'refund-failed', what: 'pass', amount_minor: 1000, payment },
    ['Your bank rejected our refund of £10.00'],
  ],
  [
    {
      template: 'refund-failed',
      what: 'subscription',
      amount_minor: 1000,
      payment,
      withdrawn: 'subscription',
      transfer_minor: 500,
    },
    [
      'We’ve received your withdrawal from your subscription. Your access has ended',
      'Our refund of £10.00 to the card or account you paid with didn’t go through. Please email us',
      'You also paid by bank transfer, so we’ll repay £5.00',
    ],
  ],
  [
    { template: 'dispute', state: 'opened', what: 'pass', amount_minor: 5000, payment },
    ['£50.00 for your live chat pass is disputed', 'ask your bank to', 'Until the dispute is settled'],
  ],
  [
    { template: 'dispute', state: 'won', what: 'pass', amount_minor: 5000, use_by: springNight, payment },
    ['You can use your pass now. Use it by 29 March 2027 at 00:30 (London time).'],
  ],
  [
    { template: 'dispute', state: 'won', what: 'subscription', amount_minor: 5000, payment },
    ['payment won’t be returned to you', 'rest of that period is free'],
  ],
  [
    { template: 'dispute', state: 'lost', what: 'subscription', amount_minor: 5000, payment },
    ['has returned the money to you', 'will end with that period', 'Otherwise, it has ended'],
  ],
  [
    { ...disputed, state: 'opened', effect: 'suspended' },
    [
      'You can’t use your subscription until the dispute is settled',
      'won’t take any renewal payments until then',
    ],
  ],
  [
    { ...disputed, state: 'opened', effect: 'paused' },
    ['until the end of the period you’ve already paid for'],
  ],
  [{ ...disputed, state: 'opened', effect: 'none' }, ['had already ended', 'Nothing else changes']],
  [{ ...disputed, state: 'won', effect: 'running' }, ['Your subscription continues', 'next renewal date']],
  [{ ...disputed, state: 'won', effect: 'ending' }, ['cancelled', 'until the end of its current period']],
  [{ ...disputed, state: 'won', effect: 'suspended' }, ['Another of your payments is still disputed']],
  [{ ...disputed, state: 'lost', effect: 'ended' }, ['Your subscription has ended', 'charged for it again']],
  [
    { ...disputed, state: 'lost', effect: 'ending', ends_at: springNight },
    ['will end with the period', 'You’ll keep your access until 29 March 2027.'],
  ],
]

const falseAfterTheEnd = /can’t use|can use|no longer use|suspended|next payment|renew/

describe('emails about charges', () => {
  test.each(['opened', 'won', 'lost'] as const)(
    'promise and withdraw nothing when a dispute of a subscription that had ended is %s',
    (state) => {
      const text = renderText(renderEmail({ ...disputed, state, effect: 'none' }))
      expect(text).not.toMatch(falseAfterTheEnd)
    },
  )

  test.each(emails)('state the facts, with HTML escaped: %j', (content, facts) => {
    const email = renderEmail(content)
    const text = renderText(email)
    for (const fact of facts) expect(text).toContain(fact)
    expect(renderHtml(email)).not.toContain('<b>Oyelaran</b>')
  })
})
