import * as storageKeys from '#shared/values/storage-keys.ts'

/** The visitor's cookie choice, as stored. */
export interface ConsentRecord {
  readonly necessary: true
  readonly analytics: boolean
  /** Time of the choice, ISO 8601. */
  readonly timestamp: string
}

/**
 * Version of the banner's wording. Change it with the wording, so that visitors who saw an earlier version are
 * asked again. It is stored separately because the record holds only the choice.
 */
export const consentVersion = '2026-11-21'

/** Lifetime of the consent cookie: one year, in seconds. */
export const consentSeconds = 365 * 24 * 60 * 60

export const consentRecord = (analytics: boolean, now: Date): ConsentRecord => ({
  necessary: true,
  analytics,
  timestamp: now.toISOString(),
})

/** Returns the consent cookie in the format of `document.cookie`. */
export const consentCookie = (record: ConsentRecord): string =>
  `${storageKeys.cookieConsent}=${encodeURIComponent(JSON.stringify(record))}; max-age=${consentSeconds}; path=/; SameSite=Lax`

/** Stores the choice in local storage and in a cookie, then dispatches a `cookie-consent` event. */
export const storeConsent = (analytics: boolean, now = new Date()): void => {
  const record = consentRecord(analytics, now)
  localStorage.setItem(storageKeys.cookieConsent, JSON.stringify(record))
  localStorage.setItem(storageKeys.cookieConsentText, consentVersion)
  document.cookie = consentCookie(record)
  window.dispatchEvent(new CustomEvent('cookie-consent', { detail: record }))
}

/** Returns whether to show the banner: no choice is stored, or the banner's wording has changed since. */
export const mustAskForConsent = (storage: Pick<Storage, 'getItem'>): boolean =>
  storage.getItem(storageKeys.cookieConsent) === null ||
  (storage.getItem(storageKeys.cookieConsentText) ?? consentVersion) !== consentVersion
