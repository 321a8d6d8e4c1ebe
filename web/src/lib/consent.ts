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
export const consentVersion = '2026-11-27'

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

/**
 * Stores the choice in local storage and in a cookie, then dispatches a `cookie-consent` event. Where storage is blocked
 * or full, the choice only applies until the page is left.
 */
export const storeConsent = (analytics: boolean, now = new Date()): void => {
  const record = consentRecord(analytics, now)
  try {
    localStorage.setItem(storageKeys.cookieConsent, JSON.stringify(record))
    localStorage.setItem(storageKeys.cookieConsentText, consentVersion)
    document.cookie = consentCookie(record)
  } catch {
    // The caller still closes the banner, and shows what the visitor has accepted.
  }
  window.dispatchEvent(new CustomEvent('cookie-consent', { detail: record }))
}

type ReadableStorage = Pick<Storage, 'getItem'>

/** Reads the stored choice. Undefined for anything that we did not write. */
const storedConsent = (storage: ReadableStorage): Partial<ConsentRecord> | undefined => {
  try {
    const record: unknown = JSON.parse(storage.getItem(storageKeys.cookieConsent) ?? 'null')
    return typeof record === 'object' && record !== null ? record : undefined
  } catch {
    // The value was not written by us, so it contains no choice.
    return undefined
  }
}

/** Returns whether a choice is older than its lifetime. Local storage, unlike the cookie, does not expire by itself. */
const isExpired = (storage: ReadableStorage, now: Date): boolean =>
  now.getTime() - Date.parse(storedConsent(storage)?.timestamp ?? '') > consentSeconds * 1000

/**
 * Returns whether to show the banner: no choice is stored, it is more than a year old, or the banner's wording has
 * changed since.
 */
export const mustAskForConsent = (storage: ReadableStorage, now = new Date()): boolean =>
  storage.getItem(storageKeys.cookieConsent) === null ||
  (storage.getItem(storageKeys.cookieConsentText) ?? consentVersion) !== consentVersion ||
  isExpired(storage, now)

/** Returns whether the visitor lets content of other providers load without being asked each time. */
export const acceptsAll = (storage: ReadableStorage, now = new Date()): boolean =>
  !mustAskForConsent(storage, now) && storedConsent(storage)?.analytics === true

/** Returns `acceptsAll` for this browser. False when storage is blocked, because then no choice is stored. */
export const acceptsOtherProviders = (): boolean => {
  try {
    return acceptsAll(localStorage)
  } catch {
    return false
  }
}
