import { describe, expect, test } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { brand } from '#shared/values/brand.ts'
import { renderHtml, renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const link = 'https://advice.example/profile'
const name = 'Nadia <b>Oyelaran</b>'
/** Half past midnight on 29 March in London: summer time began on the 28th. */
const springNight = '2027-03-28T23:30:00.000Z'

const pass = { template: 'pass', price_minor: 5000, ends_at: springNight, link } as const

const passAndPaymentEmails: readonly (readonly [EmailContent, RegExp])[] = [
  [
    { ...pass, minutes: 30, extended: false, guest: true, started: false },
    /Use it by: 29 March 2027 at 00:30[\s\S]*restore your pass/,
  ],
  [
    { ...pass, minutes: 60, extended: true, guest: false, started: true },
    /60 minutes[\s\S]*Ends on: 29 March 2027 at 00:30/,
  ],
  [
    { template: 'pass-expiring', minutes: 30, expires_at: springNight, guest: false, link },
    /pass of 30 minutes yet\. It expires on 29 March 2027 at 00:30/,
  ],
  [{ template: 'confirm-new-address', link, minutes: 60 }, /confirm the address/],
  [
    { template: 'email-change', name, new_email: 'new@agents.example', at: springNight, done: false, link },
    /Nothing changes until that address is confirmed/,
  ],
  [
    { template: 'email-change', name, new_email: 'new@agents.example', at: springNight, done: true, link },
    /was changed to new@agents.example/,
  ],
  [{ template: 'pass-over', minutes: 30, used: true, link }, /pass of 30 minutes has ended/],
  [{ template: 'pass-over', minutes: 30, used: false, link }, /has expired/],
  [{ template: 'adviser-replied', link }, /minutes haven’t started/],
  [{ template: 'reinstated', name, reason: 'paid', link }, /we’ve received your payment/],
  [
    { template: 'reinstated', name, reason: 'dispute_won', link },
    /dispute about your payment has been closed/,
  ],
  [{ template: 'reinstated', name, reason: 'other', link }, /access has been restored/],
  [
    { template: 'late-payment', name, amount_minor: 5000, ends_at: springNight, link },
    /£50\.00.* until 29 March 2027/,
  ],
  [
    { template: 'reinstated', name, reason: 'dispute_won', ends_at: springNight, link },
    /won’t renew.* until 29 March 2027/,
  ],
  [{ template: 'cancelled', name, ends_at: springNight, link }, /until 29 March 2027/],
  [
    { template: 'cancelled', name, ends_at: springNight, renewal_due: true, link },
    /still taking the payment.*until 29 March 2027, as long as this payment goes through/,
  ],
  [
    { template: 'cancelled', name, ends_at: springNight, suspended: 'disputed', link },
    /end on 29 March 2027.*while your payment is disputed/,
  ],
  [
    { template: 'cancelled', name, ends_at: springNight, suspended: 'unpaid', link },
    /end on 29 March 2027.*open invoice is paid/,
  ],
  [{ template: 'resumed', name, renews_at: springNight, link }, /It renews on 29 March 2027/],
  [
    { template: 'resumed', name, plan: 'annual', renews_at: springNight, link },
    /Your annual plan renews on 29 March 2027/,
  ],
  [
    { template: 'resumed', name, renews_at: springNight, waits_for: 'dispute', link },
    /any renewal payments until the dispute about your payment is settled/,
  ],
  [
    { template: 'resumed', name, renews_at: springNight, waits_for: 'payment', link },
    /can’t use it until its open invoice is paid/,
  ],
  [
    {
      template: 'library-news',
      name,
      month: '2027-03',
      items: [{ title: 'Gas <b>safety</b>', country: 'Wales', sentence: 'New form.' }],
      more: 2,
      link,
      stop_link: `${link}?stop`,
    },
    /Gas <b>safety<\/b> \(Wales\): New form\.[\s\S]*And 2 more\.[\s\S]*Stop these emails: https:.*\?stop/,
  ],
  [{ template: 'welcome', name, plan: 'annual', renews_at: springNight, link }, /Renews on: 29 March 2027/],
]

describe('the monthly email about the library', () => {
  test('says what it is about in a list of emails', () => {
    const email = renderEmail({
      template: 'library-news',
      name,
      month: '2027-03',
      items: [{ title: 'Gas safety', country: null, sentence: 'New form.' }],
      more: 0,
      link,
      stop_link: link,
    })
    expect(renderHtml(email)).toMatch(/<div style="display:none[^>]*>Dear Nadia, these guides, templates and/)
  })
})

describe('emails about the account', () => {
  test('say that invoices still show the name of the buyer after a deletion', () => {
    const text = renderText(
      renderEmail({ template: 'account-deleted', name, deleted_at: springNight, had_subscription: true }),
    )
    expect(text).toContain(
      'Your invoices at Stripe, our payment provider, still show your name, address and email address',
    )
    expect(text).not.toContain('don’t identify you')
  })

  test('say after a deletion why chats are kept, and for how long copies of messages are', () => {
    const text = renderText(
      renderEmail({ template: 'account-deleted', name, deleted_at: springNight, had_subscription: false }),
    )
    expect(text).toContain(
      'We keep live chat messages for 12 months from the last message, or a few weeks longer where we delete them by hand, in case there is a question or a claim about the advice.',
    )
    expect(text).toContain(
      'copies of your tickets and messages in our support mailbox for 12 to 13 months, records of what our admins did for 12 months, and backups for 35 days.',
    )
    expect(text).toContain('and Stripe keeps them for longer.')
    expect(text).toContain('a code made from your email address until 365 days after you signed up')
  })

  test.each([true, false])('say after a deletion how to withdraw if a subscription ended: %s', (ended) => {
    const text = renderText(
      renderEmail({ template: 'account-deleted', name, deleted_at: springNight, had_subscription: ended }),
    )
    expect(text.includes(`withdraw from the purchase: write to ${brand.supportEmail}`)).toBe(ended)
  })

  test.each([
    [undefined, ['Any passkeys still work.'], ['We also removed']],
    [{ removed: [], kept: [] }, ['You’ve been signed out on every device.'], ['passkeys still', 'We also']],
    [
      { removed: ['Phone', 'Work laptop'], kept: [] },
      ['We also removed your passkeys: ‘Phone’, ‘Work laptop’.'],
      ['still sign in'],
    ],
    [
      { removed: [], kept: ['Phone'] },
      ['These passkeys still sign in to your account: ‘Phone’.'],
      ['We also removed'],
    ],
  ])('say after a change of password which passkeys sign in: %j', (passkeys, stated, unstated) => {
    const text = renderText(
      renderEmail({ template: 'password-changed', name, link, changed_at: springNight, passkeys }),
    )
    for (const words of [
      ...stated,
      'The emailed link lets you choose a new password and remove every passkey',
    ])
      expect(text).toContain(words)
    for (const words of unstated) expect(text).not.toContain(words)
  })
})

describe('pass and payment emails', () => {
  test.each(passAndPaymentEmails)('say what happened, with HTML escaped: %j', (content, words) => {
    const email = renderEmail(content)
    const text = renderText(email)
    expect(text).toMatch(words)
    expect(text).toContain('link' in content ? content.link : email.subject)
    expect(renderHtml(email)).not.toContain('<b>Oyelaran</b>')
  })
})

const ticket = {
  name,
  topic: 'Belongings left behind',
  country: 'wales',
  message: 'May I clear the flat?\n<script>alert(1)</script>',
  answered_by: '2026-11-23',
  id: '4F2A9C1B',
} as const

describe('ticket emails', () => {
  test.each([
    { template: 'ticket', ...ticket, email: 'nadia@people.example' } as const,
    { template: 'ticket-receipt', ...ticket, link } as const,
  ])('contain the question, the country and the promised day, with HTML escaped: $template', (content) => {
    const email = renderEmail(content)
    expect(email.subject).toContain(ticket.topic)
    const text = renderText(email)
    for (const words of ['Wales', 'Monday 23 November 2026', '4F2A9C1B', '> May I clear the flat?'])
      expect(text).toContain(words)
    expect(renderHtml(email)).not.toMatch(/<script>|<b>Oyelaran/)
  })
})

const reply = {
  template: 'inbox-reply',
  name,
  topic: ticket.topic,
  reference: ticket.id,
  asked_at: springNight,
  question: ticket.message,
  reply: 'Not yet.\nGive notice first.',
  acknowledges: false,
  link,
} as const

describe('emails of the inbox', () => {
  test('quote the question below the reply, with HTML escaped', () => {
    const email = renderEmail(reply)
    const text = renderText(email)
    for (const words of ['Give notice first.', 'not a drafted or reviewed document', '> May I clear', link])
      expect(text).toContain(words)
    expect(renderHtml(email)).not.toMatch(/<script>|<b>Oyelaran/)
  })

  test('show the beginning of the reply in a list of emails', () => {
    expect(renderEmail(reply).preheader).toBe('Not yet.')
  })

  test('say that a complaint was received if that is all, and link no tickets for a contact message', () => {
    const email = renderEmail({ ...reply, acknowledges: true, link: null })
    expect(email.subject).toBe('We’ve received your complaint: Belongings left behind')
    expect(renderText(email)).not.toMatch(/View your tickets|reviewed document/)
  })

  test.each([
    ['complaint', 'Our response to your complaint: Belongings left behind', 'you sent us a complaint.'],
    [
      'data-protection',
      'Our response to your data protection request: Belongings left behind',
      'you sent us a data protection request.',
    ],
  ] as const)(
    "do not call the response to a %s an adviser's reply to a question",
    (kind, subject, reason) => {
      const email = renderEmail({ ...reply, kind })
      expect(email.subject).toBe(subject)
      expect(email.reason).toContain(reason)
      expect(renderText(email)).not.toMatch(/adviser|reviewed document|question/)
    },
  )

  test.each([{}, { kind: 'question' }] as const)(
    'say that the reply to a question is about a question: %j',
    (kind) => {
      const email = renderEmail({ ...reply, ...kind })
      expect(email.subject).toBe('Our reply to your question: Belongings left behind')
    },
  )

  test('list late items and those due today, and count the ones they do not name', () => {
    const late = [{ topic: 'Deposit', reference: 'AB12CD34', due_on: '2027-03-01' }]
    const email = renderEmail({
      template: 'inbox-reminder',
      late_count: 3,
      late,
      today_count: 0,
      today: [],
      link,
    })
    expect(email.subject).toBe('Inbox: 3 late, 0 due before the next working day')
    const text = renderText(email)
    expect(text).toContain('Deposit (AB12CD34): Monday 1 March 2027')
    expect(text).toContain('And 2 more.')
    expect(text).not.toContain('Due before')
  })

  test('state which conversations an admin has to delete', () => {
    const requested_at = '2027-03-01T08:00:00.000Z'
    const email = renderEmail({ template: 'chat-deletion', cutoff: '2026-03-01', requested_at, link })
    expect(email.subject).toBe('Please delete chats from before Sunday 1 March 2026')
    expect(renderText(email)).toContain('whose last message was sent before Sunday 1 March 2026')
  })
})
