import * as storageKeys from '../../../../../shared/values/storage-keys.ts'

/** What the visitor allows beyond what the site needs to work. */
export interface ConsentRecord {
  readonly necessary: true
  readonly analytics: boolean
  /** When the choice was made, ISO 8601. */
  readonly timestamp: string
}

/**
 * Which words the banner asks with. Whoever chose when it said something else is asked again, so change this
 * with them. The record itself holds the choice and nothing more.
 */
export const consentText = '2026-11'

/** One year. */
export const consentSeconds = 365 * 24 * 60 * 60

export const consentRecord = (analytics: boolean, now: Date): ConsentRecord => ({
  necessary: true,
  analytics,
  timestamp: now.toISOString(),
})

/** The cookie that carries the choice, ready for `document.cookie`. */
export const consentCookie = (record: ConsentRecord): string =>
  `${storageKeys.cookieConsent}=${encodeURIComponent(JSON.stringify(record))}; max-age=${consentSeconds}; path=/; SameSite=Lax`

/** Keeps the choice in storage and in a cookie, and tells whoever listens for `cookie-consent`. */
export const storeConsent = (analytics: boolean, now = new Date()): void => {
  const record = consentRecord(analytics, now)
  localStorage.setItem(storageKeys.cookieConsent, JSON.stringify(record))
  localStorage.setItem(storageKeys.cookieConsentText, consentText)
  document.cookie = consentCookie(record)
  window.dispatchEvent(new CustomEvent('cookie-consent', { detail: record }))
}

/** Whether to ask: nobody has chosen, or the choice answered other words than the banner's. */
export const mustAskForConsent = (kept: Pick<Storage, 'getItem'>): boolean =>
  kept.getItem(storageKeys.cookieConsent) === null ||
  (kept.getItem(storageKeys.cookieConsentText) ?? consentText) !== consentText
