// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import {
  acceptsAll,
  consentCookie,
  consentRecord,
  consentVersion,
  mustAskForConsent,
  storeConsent,
} from './consent.ts'

const now = new Date('2026-03-02T10:00:00Z')

afterEach(() => void vi.restoreAllMocks())

describe('consent', () => {
  test('applies to the page even where storage is blocked', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const chosen = vi.fn<(event: Event) => void>()
    window.addEventListener('cookie-consent', chosen, { once: true })
    storeConsent(true, now)
    expect(chosen).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ detail: consentRecord(true, now) }),
    )
  })

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
    expect(mustAskForConsent(storageWith(items), now)).toBe(asks)
  })

  const chosen = (analytics: boolean) =>
    storageWith({
      [storageKeys.cookieConsent]: JSON.stringify(consentRecord(analytics, now)),
      [storageKeys.cookieConsentText]: consentVersion,
    })

  test('asks again after a year', () => {
    expect(mustAskForConsent(chosen(true), new Date('2027-03-02T09:00:00Z'))).toBe(false)
    expect(mustAskForConsent(chosen(true), new Date('2027-03-02T11:00:00Z'))).toBe(true)
  })

  test('lets other providers load after Accept all only, for a year', () => {
    expect(acceptsAll(chosen(true), now)).toBe(true)
    expect(acceptsAll(chosen(false), now)).toBe(false)
    expect(acceptsAll(chosen(true), new Date('2027-03-03T10:00:00Z'))).toBe(false)
    expect(acceptsAll(storageWith({ [storageKeys.cookieConsent]: 'yes' }), now)).toBe(false)
  })
})
