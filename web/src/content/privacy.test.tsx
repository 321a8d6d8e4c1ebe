// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mailboxProvider } from '#shared/values/brand.ts'
import { previewSeconds } from '#shared/values/limits.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatConfig: () => undefined }))
const { pendingReferrerToken } = storageKeys
afterEach(() => {
  cleanup()
  vi.doUnmock('#shared/values/brand.ts')
  vi.doUnmock('#shared/values/retention.ts')
  vi.resetModules()
})

const textOf = async (id: string): Promise<string> => {
  const { privacySections } = await import('./privacy.tsx')
  const body = privacySections.find((section) => section.id === id)?.body
  return render(<MemoryRouter>{body}</MemoryRouter>).container.textContent
}

/** Replaces the address of the review service, which is a sample. */
const useReviewService = () =>
  vi.doMock('#shared/values/brand.ts', async (original) => ({
    ...(await original<object>()),
    reviewWidget: { provider: 'Rosette Reviews', embedUrl: 'https://reviews.test/embed' },
  }))

describe('the privacy policy', () => {
  test('lists the data that passes, passkeys, VAT and connections leave', async () => {
    const text = await textOf('collected')
    expect(text).toContain(
      'If you buy a pass without an account: the email address you gave on the payment page, kept with the financial record.',
    )
    expect(text).toContain('your VAT number, if you give one')
    expect(text).toContain('Your passkeys: name, public key and last use.')
    expect(text).toContain('your IP address')
    expect(text).toContain('the referral link you signed up with, if any')
    expect(text).toContain('Your application, if you apply for a job with us.')
  })

  test('names what each log contains, and its retention', async () => {
    expect(await textOf('kept')).toContain(
      'Application logs, which contain no names or addresses, and access logs, which contain your IP address, your browser’s name and the pages and files you opened: up to 90 days.',
    )
  })

  test('states every retention period that the code applies', async () => {
    const { retentionPeriods, storagePeriods } = await import('#shared/values/retention.ts')
    const numbered = (periods: object, first: number) =>
      Object.fromEntries(Object.keys(periods).map((kind, index) => [kind, { days: first + index }]))
    const [retention, storage] = [numbered(retentionPeriods, 1001), numbered(storagePeriods, 2001)]
    vi.resetModules()
    vi.doMock('#shared/values/retention.ts', () => ({ retentionPeriods: retention, storagePeriods: storage }))
    const text = await textOf('kept')
    const missing = Object.entries({ ...retention, ...storage })
      .filter(([, { days }]) => !text.includes(`${days} days`))
      .map(([kind]) => kind)
    expect(missing).toEqual([])
  })

  test('states that a deletion leaves the record that a referral was counted', async () => {
    expect(await textOf('kept')).toContain(
      'A code, made from your email address, that shows that a referral link has counted you: 365 days after you signed up with the link, even after you delete your account.',
    )
  })

  test('states that a referrer’s name has no end of its own', async () => {
    expect(await textOf('collected')).toContain('If we made a referral link for you: your name')
    expect(await textOf('kept')).toContain(
      'The name of a referrer, with the sign-ups of each day: until the referrer asks us to delete them.',
    )
  })

  test('lists what stays after the deletion of an account', async () => {
    expect(await textOf('cancel-delete')).toContain(
      'We keep live chat conversations, payment records, copies in our support mailbox, records of what our admins did, the code of a counted referral, logs and backups as described below.',
    )
  })

  test('says what the export leaves out', async () => {
    expect(await textOf('rights')).toContain(
      'doesn’t contain your live chats, the text of messages from the contact page, or our support mailbox',
    )
  })

  test('states how long copies in the support mailbox are kept, and who provides it', async () => {
    expect(await textOf('kept')).toContain(
      'Our support mailbox, with emails that you sent us and copies of tickets and messages: 12 to 13 months, because we delete by hand once a month. This also applies after you delete your account.',
    )
    expect(await textOf('shared')).toContain(
      `${mailboxProvider.name} ${mailboxProvider.work} (${mailboxProvider.country}). This firm is a sample.`,
    )
  })

  test('says when Google receives the IP address, and what Stripe does for itself', async () => {
    const text = await textOf('shared')
    expect(text).toContain(
      'Google receives your IP address when you play a YouTube video, when a page with a video opens after you chose ‘Accept all’, and when you see the small pictures of the videos in the member library.',
    )
    expect(text).toContain('Stripe also uses payment data for its own legal duties and to prevent fraud.')
    expect(text).not.toContain('for our purposes only')
  })

  test('names the review service once one is configured', async () => {
    expect(await textOf('shared')).not.toContain('its reviews')
    cleanup()
    vi.resetModules()
    useReviewService()
    expect(await textOf('shared')).toContain(
      'Rosette Reviews receives your IP address when you select its reviews, and when a page with them opens after you chose ‘Accept all’.',
    )
  })

  test('does not call the entry of a referral link necessary', async () => {
    const text = await textOf('cookies')
    expect(text).not.toContain('None of this needs your consent')
    expect(text).toContain(`Only ${pendingReferrerToken} is for our own purposes`)
  })

  test('names every key and cookie that the site stores, and the time of a preview link', async () => {
    const text = await textOf('cookies')
    const missing = Object.values(storageKeys).filter((key: string) => !text.includes(`${key}: `))
    expect(missing).toEqual([])
    for (const cookie of [storageKeys.cookieConsent, storageKeys.sessionRun])
      expect(text.slice(0, text.indexOf('auth-session: '))).toContain(cookie)
    expect(text).toContain(`a link that works for ${previewSeconds / 60} minutes`)
  })

  test('asks for consent to everything that ‘Accept all’ lets load', async () => {
    expect(await textOf('why')).toContain(
      'Consent: to load videos, reviews and previews of Office files from other providers',
    )
  })

  test('states that invoices show the email address, and why chats are kept', async () => {
    expect(await textOf('kept')).toContain('The invoices show your name, address and email address')
    expect(await textOf('why')).toContain(
      'to keep live chat messages in case there is a question or a claim about the advice',
    )
  })
})

describe('the terms', () => {
  const termsOf = async (id: string): Promise<string> => {
    const { termsSections } = await import('./terms.tsx')
    const body = termsSections.find((section) => section.id === id)?.body
    return render(<MemoryRouter>{body}</MemoryRouter>).container.textContent
  }

  test('promise no country and date for each guide', async () => {
    const text = await termsOf('scope')
    expect(text).not.toContain('Each one says')
    expect(text).toContain(
      'Guides and templates are general. Check the country and the date of the law shown with each one, and ask us if one shows none.',
    )
  })

  test('say when the minutes of a pass start, and when an unstarted pass expires', async () => {
    const text = await termsOf('ad-hoc')
    expect(text).toContain(
      'If you aren’t in the chat then, they start when you return to it or write again. Once they have started, they run without a break, even while the chat is closed.',
    )
    expect(text).not.toContain('no adviser has answered')
    expect(text).toContain(
      'A pass whose minutes haven’t started expires 30 days after you first paid for it.',
    )
  })

  test('say what an unpaid charge, a change of plan and a deletion of the account cost', async () => {
    expect(await termsOf('withdrawal')).toContain(
      'the subscription ends and the invoice stays due. If you pay it after that, you get one more period of access, which doesn’t renew.',
    )
    const text = await termsOf('ending')
    expect(text).toContain('An annual plan starts at once, and we deduct the unused part of the month.')
    expect(text).toContain(
      'It ends a subscription or pass at once, and we refund nothing unless you withdraw',
    )
    expect(text).not.toContain('the law requires us to keep')
    expect(text).toContain('A renewal or a change of plan is not a new purchase.')
  })

  test('say when a subscription ends after a lost dispute', async () => {
    expect(await termsOf('withdrawal')).toContain(
      'If another payment covers the current period, the subscription ends with that period instead.',
    )
  })
})
