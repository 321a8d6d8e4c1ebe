import { describe, expect, test } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { brand } from '#shared/values/brand.ts'
import { mailbox } from '#platform/email/send.ts'
import { greeting } from './greeting.ts'
import { renderHtml, renderText } from './layout.ts'
import { renderEmail } from './render-email.ts'

const link = 'https://advice.example/auth/verify?token=t&type=magiclink'
const name = 'Nadia Oyelaran'

const accountEmails: readonly EmailContent[] = [
  { template: 'already-registered', name, link, reset: { link: `${link}&reset`, minutes: 60 } },
  { template: 'magic-link', name, link, minutes: 15 },
  { template: 'reset-password', name, link, minutes: 60 },
  { template: 'password-changed', name, link, changed_at: '2027-03-01T10:00:00.000Z' },
  ...(['added', 'removed'] as const).map((change): EmailContent => ({
    template: 'passkey-changed',
    name,
    change,
    passkey: 'Work laptop',
    changed_at: '2027-03-01T10:00:00.000Z',
    link,
  })),
  { template: 'account-deleted', name, deleted_at: '2027-03-01T10:00:00.000Z', had_subscription: false },
]
const unconfirmed: readonly EmailContent[] = [
  { template: 'verify-address', link, hours: 24 },
  { template: 'confirm-address', link, hours: 24 },
]

/** Returns the text of the hidden element at the start of an email. */
const preheaderOf = (html: string) =>
  /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1]?.replace(/(&#847;&zwnj;&nbsp;)+$/, '')

describe('an email about an account', () => {
  test.each(accountEmails)('greets its owner by first name: $template', (content) => {
    expect(renderText(renderEmail(content))).toContain('Dear Nadia, ')
  })

  test.each([...accountEmails, ...unconfirmed])('names the product in its subject: $template', (content) => {
    expect(renderEmail(content).subject).toContain(brand.name)
  })

  test.each(unconfirmed)('greets nobody at an address that is not confirmed: $template', (content) => {
    expect(renderText(renderEmail(content))).not.toMatch(/Dear|Hello/)
  })

  test('offers a new password to an owner who signs up again', () => {
    const text = renderText(
      renderEmail({
        template: 'already-registered',
        name,
        link,
        reset: { link: `${link}&reset`, minutes: 60 },
      }),
    )
    expect(text).toContain(`Choose a new password:\n${link}&reset`)
    expect(text).toContain('expires after 60 minutes')
  })
})

describe('the HTML of an email', () => {
  test('has a hidden preheader before its first visible text', () => {
    const html = renderHtml(renderEmail({ template: 'magic-link', name, link, minutes: 15 }))
    expect(preheaderOf(html)).toBe('It can be used once and expires after 15 minutes.')
    expect(html.indexOf('display:none')).toBeLessThan(html.indexOf('<table'))
  })

  test('takes the preheader from its first text by default', () => {
    const html = renderHtml(
      renderEmail({ template: 'resumed', name, renews_at: '2027-03-01T10:00:00.000Z', link }),
    )
    expect(preheaderOf(html)).toMatch(/^Dear Nadia, your subscription is no longer cancelled/)
  })

  test('has a light and a dark scheme', () => {
    const html = renderHtml(renderEmail({ template: 'magic-link', name, link, minutes: 15 }))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
  })
})

describe('greeting', () => {
  test.each([
    ['Nadia Oyelaran', 'Dear Nadia'],
    ["D'Arcy Smith-Jones", "Dear D'Arcy"],
    ['Zo\u00eb', 'Dear Zo\u00eb'],
    ['\u674e \u96f7', 'Dear \u674e'],
    ['pills.example Shop', 'Hello'],
    ['<b>Nadia</b> Oyelaran', 'Hello'],
    ['\u{1f469} Ana', 'Hello'],
    ['', 'Hello'],
    [undefined, 'Hello'],
  ])('greets %j with %j', (fullName, words) => {
    expect(greeting(fullName)).toBe(words)
  })
})

describe('mailbox', () => {
  test.each([
    ['Fanlight', '"Fanlight" <help@fanlight.example>'],
    ['Advice "Now", Ltd', '"Advice \\"Now\\", Ltd" <help@fanlight.example>'],
    ['Caf\u00e9', '=?UTF-8?B?Q2Fmw6k=?= <help@fanlight.example>'],
  ])('gives the sender the display name %j', (displayName, expected) => {
    expect(mailbox(displayName, 'help@fanlight.example')).toBe(expected)
  })
})
