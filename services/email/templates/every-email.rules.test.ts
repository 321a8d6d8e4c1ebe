import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { EmailContent, EmailContentOf } from '#shared/contract/email.ts'
import { renderHtml, renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const link = 'https://advice.example/profile'
const name = 'Nadia Oyelaran'
const at = '2027-03-28T23:30:00.000Z'
const ticket = {
  name,
  topic: 'Deposit',
  country: 'wales',
  message: 'May I clear the flat?',
  answered_by: '2026-11-23',
  id: '4F2A9C1B',
} as const
const due = { topic: 'Deposit', reference: '4F2A9C1B', due_on: '2027-03-01' }
const charge = { name, plan: 'monthly', amount_minor: 5000, number: 'A1B2C3D4-0001', link } as const
const reversal = { amount_minor: 5000, payment: { amount_minor: 5000, paid_at: at, number: null } } as const
const order = { start_requested: true, last_withdrawal_day: '2027-04-12', site_url: 'https://advice.example' }
const renewal = { at, amount_minor: 5000, per: 'month' } as const

/** One email of each template, without apostrophes and quotation marks of users. */
const samples: {
  readonly [Template in EmailContent['template']]: Omit<EmailContentOf<Template>, 'template'>
} = {
  'verify-address': { link, hours: 24 },
  'confirm-address': { link, hours: 24 },
  'already-registered': { name, link, reset: { link, minutes: 60 } },
  'magic-link': { name, link, minutes: 15 },
  'reset-password': { name, link, minutes: 60 },
  'confirm-new-address': { link, minutes: 60 },
  'email-change': { name, new_email: 'new@agents.example', at, done: true, link },
  'password-changed': { name, link, changed_at: at, passkeys: { removed: ['Phone'], kept: ['Laptop'] } },
  'passkey-changed': { name, change: 'removed', passkey: 'Phone', changed_at: at, link },
  welcome: { name, plan: 'annual', renews_at: at, link },
  pass: { minutes: 30, price_minor: 5000, extended: false, guest: true, started: false, ends_at: at, link },
  'pass-expiring': { minutes: 30, expires_at: at, guest: true, link },
  'pass-over': { minutes: 30, used: false, link },
  'adviser-replied': { link },
  transcript: { messages: [{ from: 'visitor', at, text: 'Hello' }], shortened: true },
  receipt: { ...charge, paid_at: at, order: { ...order, renewal } },
  renewal: { ...charge, interval: 'month', renews_at: at },
  'payment-failed': { ...charge, next_attempt_at: null },
  'pass-payment-failed': { amount_minor: 5000, link },
  ended: { ...charge, reason: 'unpaid', ended_at: at, due: charge },
  reinstated: { name, reason: 'paid', ends_at: at, link },
  'late-payment': { ...charge, ends_at: at },
  cancelled: { name, ends_at: at, link },
  resumed: { name, renews_at: at, waits_for: 'payment', link },
  refunded: { what: 'duplicate', ...reversal },
  'credit-returned': { amount_minor: 1234, link },
  withdrawal: { what: 'subscription', ...reversal, total_minor: 7000, transfer_minor: 1000 },
  'refund-failed': { what: 'pass', ...reversal, withdrawn: 'pass', transfer_minor: 1000 },
  dispute: { state: 'opened', effect: 'suspended', what: 'subscription', ...reversal },
  'account-deleted': { name, deleted_at: at, had_subscription: true },
  'contact-message': { name, email: 'a@b.example', subject: 'Deposit', message: 'Hello', reference: '1A' },
  'contact-receipt': { reference: '4F2A9C1B', received_at: at },
  ticket: { ...ticket, email: 'nadia@people.example' },
  'ticket-receipt': { ...ticket, link },
  'inbox-reply': {
    name,
    topic: 'Deposit',
    reference: '4F2A9C1B',
    asked_at: at,
    question: 'May I?',
    reply: 'Not yet.',
    acknowledges: false,
    link,
  },
  'inbox-reminder': { late_count: 2, late: [due], today_count: 1, today: [due], link },
  'library-news': {
    name,
    month: '2027-03',
    items: [{ title: 'Gas safety', country: null, sentence: 'New form.' }],
    more: 2,
    link,
    stop_link: 'https://advice.example/auth/library-emails?account=a&token=b',
  },
  'chat-deletion': { cutoff: '2026-03-01', requested_at: at, link },
}

const rendered = Object.entries(samples).map(([template, fields]) => {
  // `samples` is checked by template; `Object.entries` forgets which fields belong to which.
  const email = renderEmail({ template, ...fields } as EmailContent)
  return { template, email, html: renderHtml(email), text: renderText(email) }
})

describe('every email', () => {
  test.each(rendered)('links to the same pages in HTML and in plain text: $template', ({ html, text }) => {
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
    for (const url of links) expect(text).toContain(url)
  })

  test.each(rendered)('has plain text without markup and without buttons: $template', ({ text }) => {
    expect(text).not.toMatch(/&\w+;|&#\d+;|<\/?\w|\bundefined\b|\bbuttons?\b/)
  })

  test.each(rendered)('says more than a greeting in a list of emails: $template', ({ html }) => {
    expect(html).not.toMatch(/<div style="display:none[^>]*>(?:Dear \w+|Hello)?,?&#847;/)
  })

  test.each(rendered)('says that its times are London time: $template', ({ text }) => {
    if (text.includes('All times are London time.')) return
    expect(text).not.toMatch(/\d\d:\d\d(?! \(London time\))/)
  })

  test.each(rendered)('has the apostrophes and quotation marks of the pages: $template', ({ text }) => {
    expect(text).not.toMatch(/['"]/)
  })
})

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))

test.each(sources)('%s has no straight apostrophe in any text', (file) => {
  const lines = readFileSync(`${folder}${file}`, 'utf8').split('\n')
  const code = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')
  expect(code).not.toMatch(/[a-z}]'[a-z]/)
})
