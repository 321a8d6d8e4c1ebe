import * as storageKeys from '#shared/values/storage-keys.ts'

/**
 * Stores the text of the session. It is in localStorage, so that it applies to all tabs. Without 'Remember me', it is
 * marked as valid for this browser run, and a cookie that the browser deletes when it closes marks the run. The cookie
 * does not contain a token. Where the browser keeps no cookies, the session is in sessionStorage. Where storage is
 * blocked or full, it is in memory.
 */

const runMark = 'true'
const runCookie = `${storageKeys.sessionRun}=${runMark}`

let inMemory: string | undefined

/** Returns whether the session ends when the page is reloaded, because the browser's storage is blocked or full. */
export const isSessionInMemory = (): boolean => inMemory !== undefined

/** Returns whether the session is in storage that all tabs share. */
export const isSessionShared = (): boolean =>
  inMemory === undefined && Boolean(storage('localStorage')?.getItem(storageKeys.session))

/** Returns the storage, or undefined where it is blocked and while a page is prerendered. */
const storage = (kind: 'localStorage' | 'sessionStorage'): Storage | undefined => {
  if (typeof window === 'undefined') return undefined
  try {
    return window[kind]
  } catch {
    // A browser that blocks storage throws on access.
    return undefined
  }
}

const storages = (): Storage[] =>
  [storage('localStorage'), storage('sessionStorage')].filter((found) => found !== undefined)

/** Returns the stored text, or undefined. Removes a text of an earlier browser run. */
export const readSessionText = (): string | undefined => {
  if (inMemory !== undefined) return inMemory
  const local = storage('localStorage')
  if (local?.getItem(storageKeys.sessionRun) && !hasRunCookie()) removeSessionText()
  return storages()
    .map((found) => found.getItem(storageKeys.session))
    .find((text) => text !== null)
}

/**
 * Stores the text. Without `remember`, it lasts as long as the earlier text, and a first text is remembered. The text
 * is replaced in place: another tab that found none in between would show a signed-out user.
 */
export const writeSessionText = (text: string, remember?: boolean): void => {
  const isRemembered = remember ?? !isForThisRun()
  inMemory = undefined
  if (isRemembered ? writeRemembered(text) : writeForThisRun(text)) {
    storage('sessionStorage')?.removeItem(storageKeys.session)
    return
  }
  removeSessionText()
  if (isRemembered || !write('sessionStorage', storageKeys.session, text)) inMemory = text
}

const isForThisRun = (): boolean =>
  Boolean(
    storage('localStorage')?.getItem(storageKeys.sessionRun) ??
    storage('sessionStorage')?.getItem(storageKeys.session),
  )

const writeRemembered = (text: string): boolean => {
  if (!write('localStorage', storageKeys.session, text)) return false
  endRun()
  return true
}

const writeForThisRun = (text: string): boolean => {
  setRunCookie('')
  return (
    hasRunCookie() &&
    // The mark is written first, because other tabs are notified when the session changes.
    write('localStorage', storageKeys.sessionRun, runMark) &&
    write('localStorage', storageKeys.session, text)
  )
}

export const removeSessionText = (): void => {
  inMemory = undefined
  for (const found of storages()) found.removeItem(storageKeys.session)
  // Also removes the end of the account's pass, which the next visitor must not see.
  storage('localStorage')?.removeItem(storageKeys.sessionExpiry)
  endRun()
}

/** Removes both marks of the browser run. */
const endRun = (): void => {
  storage('localStorage')?.removeItem(storageKeys.sessionRun)
  if (hasRunCookie()) setRunCookie('; max-age=0')
}

/** Returns whether the text could be stored. */
const write = (kind: 'localStorage' | 'sessionStorage', key: string, text: string): boolean => {
  try {
    const found = storage(kind)
    found?.setItem(key, text)
    return found !== undefined
  } catch {
    // The storage is full.
    return false
  }
}

const hasRunCookie = (): boolean => {
  try {
    return document.cookie.split('; ').includes(runCookie)
  } catch {
    return false // cookies are blocked
  }
}

const setRunCookie = (attributes: string): void => {
  try {
    const secure = window.location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${runCookie}; path=/; SameSite=Strict${secure}${attributes}`
  } catch {
    // Cookies are blocked: `hasRunCookie` returns false.
  }
}
