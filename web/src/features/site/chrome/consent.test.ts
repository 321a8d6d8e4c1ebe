import { expect, test } from 'vitest'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { consentCookie, consentRecord, consentText, mustAskForConsent } from './consent.ts'

const now = new Date('2026-03-02T10:00:00Z')

test('a choice records what is allowed and when it was made', () => {
  expect(consentRecord(false, now)).toEqual({
    necessary: true,
    analytics: false,
    timestamp: '2026-03-02T10:00:00.000Z',
  })
})

test('the cookie lasts one year and is not sent by other sites', () => {
  const [pair, ...attributes] = consentCookie(consentRecord(true, now)).split('; ')
  expect(attributes).toEqual(['max-age=31536000', 'path=/', 'SameSite=Lax'])
  const [name, value] = (pair ?? '').split('=')
  expect(name).toBe('cookie-consent')
  expect(JSON.parse(decodeURIComponent(value ?? ''))).toEqual(consentRecord(true, now))
})

const browserWith = (kept: Readonly<Record<string, string>>) => ({
  getItem: (key: string) => kept[key] ?? null,
})

test.each([
  ['who has not chosen', {}, true],
  ['who chose', { [storageKeys.cookieConsent]: '{}', [storageKeys.cookieConsentText]: consentText }, false],
  [
    'who chose when the words were others',
    { [storageKeys.cookieConsent]: '{}', [storageKeys.cookieConsentText]: '2020-01' },
    true,
  ],
  ['who chose before words had a version', { [storageKeys.cookieConsent]: '{}' }, false],
])('%s is asked: %j %s', (_who, kept, asked) => {
  expect(mustAskForConsent(browserWith(kept))).toBe(asked)
})
