// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { brand, mailboxProvider } from '#shared/values/brand.ts'
import { pendingReferrerToken } from '#shared/values/storage-keys.ts'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatConfig: () => undefined }))
afterEach(() => {
  cleanup()
  vi.doUnmock('#shared/values/brand.ts')
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
      'Application logs, which contain no names or addresses, and access logs, which contain your IP address and the pages and files you opened: up to 90 days.',
    )
  })

  test('states how long copies in the support mailbox are kept, and who provides it', async () => {
    expect(await textOf('kept')).toContain(
      'Emails that you sent us: 12 months.Copies of tickets and messages in our support mailbox: 12 months, also after you delete your account.',
    )
    expect(await textOf('shared')).toContain(
      `${mailboxProvider.name} ${mailboxProvider.work} (${mailboxProvider.country}). This firm is a sample.`,
    )
  })

  test('says when Google receives the IP address, and what Stripe does for itself', async () => {
    const text = await textOf('shared')
    expect(text).toContain(
      'Google receives your IP address when you play a YouTube video, when a page with a video opens after you chose ‘Accept all’, and when you see the small pictures of the videos in the members’ library.',
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

  test('says without JavaScript how to learn which chat provider is used', async () => {
    const { privacySections } = await import('./privacy.tsx')
    const { renderToStaticMarkup } = await import('react-dom/server')
    const body = privacySections.find(({ id }) => id === 'shared')?.body
    const html = renderToStaticMarkup(<MemoryRouter>{body}</MemoryRouter>)
    expect(html).toMatch(new RegExp(`<noscript>[^<]*Write to ${brand.supportEmail} to learn which\\.`))
  })

  test('does not call the entry of a referral link necessary', async () => {
    const text = await textOf('cookies')
    expect(text).not.toContain('None of this needs your consent')
    expect(text).toContain(`Only ${pendingReferrerToken} is for us`)
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

  test('say when a subscription ends after a lost dispute', async () => {
    expect(await termsOf('withdrawal')).toContain(
      'If you have paid for the current period with another payment, the subscription ends with that period.',
    )
  })
})
