import { describe, expect, test } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { consentCookie, consentRecord, consentVersion, mustAskForConsent } from './consent.ts'

const now = new Date('2026-03-02T10:00:00Z')

describe('consent', () => {
  test('records the choice and its time', () => {
    expect(consentRecord(false, now)).toEqual({
      necessary: true,
      analytics: false,
      timestamp: '2026-03-02T10:00:00.000Z',
    })
  })

  test('creates a cookie for one year with SameSite=Lax', () => {
    const [pair, ...attributes] = consentCookie(consentRecord(true, now)).split('; ')
    expect(attributes).toEqual(['max-age=31536000', 'path=/', 'SameSite=Lax'])
    const [name, value] = (pair ?? '').split('=')
    expect(name).toBe('cookie-consent')
    expect(JSON.parse(decodeURIComponent(value ?? ''))).toEqual(consentRecord(true, now))
  })

  const storageWith = (items: Readonly<Record<string, string>>) => ({
    getItem: (key: string) => items[key] ?? null,
  })

  test.each([
    ['no choice is stored', {}, true],
    [
      'the choice is for the current wording',
      { [storageKeys.cookieConsent]: '{}', [storageKeys.cookieConsentText]: consentVersion },
      false,
    ],
    [
      'the choice is for an earlier wording',
      { [storageKeys.cookieConsent]: '{}', [storageKeys.cookieConsentText]: '2020-01' },
      true,
    ],
    ['the choice has no wording version', { [storageKeys.cookieConsent]: '{}' }, false],
  ])('asks again only if needed: %s', (_case, items, asks) => {
    expect(mustAskForConsent(storageWith(items))).toBe(asks)
  })
})
