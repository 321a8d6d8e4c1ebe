// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePageKey } from './page-user.ts'
import { sessionStorageKey } from './session-store.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { signedInAs } from './testing/tokens.ts'

inFreshBrowser()

const restore = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

const sessionOf = (sub: string): string => {
  signedInAs({ sub })
  return localStorage.getItem(sessionStorageKey) ?? ''
}
/** Stores a session as another tab does. A page in the browser's cache receives no event about it. */
const storeSilently = (session: string) => localStorage.setItem(sessionStorageKey, session)

test.each<[string, (ben: string) => void, boolean, boolean]>([
  ['another user has signed in', storeSilently, true, true],
  ['the session has ended', () => localStorage.removeItem(sessionStorageKey), true, true],
  ['the same user is signed in', () => undefined, true, false],
  ['the page has just been loaded', storeSilently, false, false],
])('reloads a restored page of a user: %s', (_state, change, persisted, isReloaded) => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const ben = sessionOf('ben')
  signedInAs({ sub: 'ana' })
  const { unmount } = renderHook(usePageKey)
  change(ben)
  restore(persisted)
  expect(reload).toHaveBeenCalledTimes(Number(isReloaded))
  unmount()
})
