// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { takeGuestKey } from './guest-key.ts'
import { store, stored } from './stored.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser()

const openAddress = (address: string) => window.history.replaceState({ kept: true }, '', address)
const address = () => window.location.pathname + window.location.search + window.location.hash

describe('takeGuestKey', () => {
  test('saves the key of a receipt link and removes it from the address', () => {
    openAddress(`${paths.liveChat}?open=chat#guest_key=a-Key_1`)
    takeGuestKey(store)
    expect(localStorage.getItem('guest_key')).toBe('a-Key_1')
    expect(address()).toBe(`${paths.liveChat}?open=chat`)
    expect(window.history.state).toEqual({ kept: true })
  })

  test.each([
    `${paths.home}#guest_key=k`,
    `${paths.library}#guest_key=k`,
    `${paths.liveChat}#guest_key=`,
    `${paths.liveChat}#key=k`,
    paths.liveChat,
  ])('ignores %s', (where) => {
    localStorage.setItem('guest_key', 'mine')
    openAddress(where)
    takeGuestKey(store)
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(address()).toBe(where)
  })

  test('keeps the key in the address when it could not be saved', () => {
    openAddress(`${paths.liveChat}#guest_key=a-Key_1`)
    expect(() =>
      takeGuestKey(() => {
        throw new Error('blocked')
      }),
    ).toThrow('blocked')
    expect(address()).toBe(`${paths.liveChat}#guest_key=a-Key_1`)
  })

  test('keeps the key until the page is left when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    openAddress(`${paths.liveChat}#guest_key=a-Key_1`)
    takeGuestKey(store)
    expect(address()).toBe(paths.liveChat)
    expect(stored('guest_key')).toBe('a-Key_1')
    store('guest_key', null)
    expect(stored('guest_key')).toBeNull()
  })
})
