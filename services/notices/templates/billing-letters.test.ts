import { expect, test } from 'vitest'
import type { MailContent } from '../../../shared/contract/mail.ts'
import { renderHtml, renderText } from './layout.ts'
import { letterOf } from './letters.ts'

const link = 'https://advice.example/profile'
const name = 'Nadia <b>Oyelaran</b>'
const endsAt = '2027-03-28T23:30:00.000Z'

const mails: readonly (readonly [MailContent, RegExp])[] = [
  [{ template: 'pass', minutes: 30, priceMinor: 5000, extended: false, guest: true, link }, /brings it back/],
  [{ template: 'pass', minutes: 60, priceMinor: 5000, extended: true, guest: false, link }, /60 minutes/],
  [{ template: 'pass-over', minutes: 30, used: true, link }, /30 minutes of live chat is over/],
  [{ template: 'pass-over', minutes: 30, used: false, link }, /has lapsed/],
  [{ template: 'payment-failed', name, link }, /withdrawn until the balance is paid/],
  [{ template: 'reinstated', name, link }, /payment is settled/],
  // Summer time began that night: it is the 29th in London already.
  [{ template: 'cancelled', name, endsAt, link }, /until 29 March 2027/],
  [{ template: 'resumed', name, renewsAt: endsAt, link }, /renews on 29 March 2027/],
  [{ template: 'refunded', what: 'subscription', disputed: false, amountMinor: 55000 }, /£550\.00/],
  [{ template: 'refunded', what: 'pass', disputed: true, amountMinor: 5000 }, /disputed/],
  [
    { template: 'refunded', what: 'double', disputed: false, amountMinor: 5000 },
    /first subscription goes on/,
  ],
]

test.each(mails)('says in text and in HTML what happened: %j', (content, words) => {
  const letter = letterOf(content)
  const text = renderText(letter)
  expect(text).toMatch(words)
  expect(text).toContain('link' in content ? content.link : letter.subject)
  expect(renderHtml(letter)).not.toContain('<b>Oyelaran</b>')
})
