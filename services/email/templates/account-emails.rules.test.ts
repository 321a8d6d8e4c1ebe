import { describe, expect, test } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { brand } from '#shared/values/brand.ts'
import { mailbox } from '#platform/email/send.ts'
import { renderHtml, renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const link = 'https://advice.example/auth/verify?token=x'
const name = 'Nadia Oyelaran'
const at = '2027-03-28T23:30:00.000Z'

/** Emails to an address that may not belong to the account yet. They contain no name. */
const toUnconfirmed: readonly EmailContent[] = [
  { template: 'verify-address', link, hours: 24 },
  { template: 'confirm-address', link, hours: 24 },
  { template: 'confirm-new-address', link, minutes: 60 },
]
const toAccounts = (to: string): readonly EmailContent[] => [
  { template: 'magic-link', name: to, link, minutes: 15 },
  { template: 'reset-password', name: to, link, minutes: 60 },
  { template: 'already-registered', name: to, link, reset: { link, minutes: 60 } },
  { template: 'password-changed', name: to, link, changed_at: at },
  { template: 'passkey-changed', name: to, change: 'added', passkey: 'Phone', changed_at: at, link },
  { template: 'account-deleted', name: to, deleted_at: at, had_subscription: false },
]
const titled = (emails: readonly EmailContent[]) => emails.map((email) => [email.template, email] as const)
const all = titled([...toUnconfirmed, ...toAccounts(name)])

describe('an email about signing in', () => {
  test.each(all)('has the product in its subject: %s', (_template, content) => {
    expect(renderEmail(content).subject).toContain(brand.name)
  })

  test.each(all)('starts with a preheader, and has a dark version: %s', (_template, content) => {
    const html = renderHtml(renderEmail(content))
    const body = html.slice(html.indexOf('<body'))
    expect(body).toMatch(/^<body[^>]*>\n<div style="display:none;max-height:0;overflow:hidden">[^<&]{10,}/)
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })

  test.each(titled(toAccounts(name)))('greets its reader by first name: %s', (_template, content) => {
    expect(renderText(renderEmail(content))).toContain('Dear Nadia,')
  })

  test.each(titled(toAccounts('www.evil.example/win a prize')))(
    'repeats no link or advertisement from a name: %s',
    (_template, content) => {
      const text = renderText(renderEmail(content))
      expect(text).toContain('Hello,')
      expect(text).not.toContain('evil')
    },
  )

  test.each(titled(toUnconfirmed))('contain no name for an unconfirmed address: %s', (_template, content) => {
    expect(renderText(renderEmail(content))).not.toMatch(/Dear|Hello/)
  })

  test('to the owner of an account whose address was used again has a link to a new password', () => {
    const reset = { link: 'https://advice.example/auth/verify?token=reset', minutes: 60 }
    const email = renderEmail({ template: 'already-registered', name, link, reset })
    expect(renderText(email)).toContain(reset.link)
  })

  test('to the owner of an account whose address was used again says which password works', () => {
    const text = renderText(renderEmail({ template: 'already-registered', name, link }))
    expect(text).toContain('the password that you chose for it. The new sign-up hasn’t changed it')
  })

  test('to the owner of an account whose address was entered for another account does not speak of a sign-up', () => {
    const text = renderText(
      renderEmail({ template: 'already-registered', name, link, attempt: 'email-change' }),
    )
    expect(text).toContain('tried to change the address of another account to this one')
    expect(text).not.toMatch(/sign(?:ed)? up/)
  })
})

describe('the sender of an email', () => {
  test.each([
    ['Advice Line', '"Advice Line" <support@advice.example>'],
    ['The "Desk"', '"The \\"Desk\\"" <support@advice.example>'],
    ['Zoë’s Desk', '=?UTF-8?B?Wm/Dq+KAmXMgRGVzaw==?= <support@advice.example>'],
  ])('has the display name %s', (displayName, sender) => {
    expect(mailbox(displayName, 'support@advice.example')).toBe(sender)
  })
})
