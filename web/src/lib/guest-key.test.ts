// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import {
  keepWithdrawalKey,
  offeredGuestKey,
  offerGuestKey,
  takeGuestKey,
  withdrawalKey,
} from './guest-key.ts'
import { store, stored } from './browser-storage.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser(() => {
  offerGuestKey(undefined)
  keepWithdrawalKey(undefined)
})

const openAddress = (address: string) => window.history.replaceState({ kept: true }, '', address)
const take = (save = (key: string): void => store('guest_key', key)) =>
  takeGuestKey({
    stored: stored('guest_key'),
    save,
    offer: offerGuestKey,
    keepForWithdrawal: keepWithdrawalKey,
  })
const address = () => window.location.pathname + window.location.search + window.location.hash

describe('takeGuestKey', () => {
  test('saves the key of an emailed link and removes it from the address', () => {
    openAddress(`${paths.liveChat}?open=chat#guest_key=a-Key_1`)
    take()
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
    take()
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(address()).toBe(where)
  })

  test('does not replace a stored key, and keeps the new one for a check', () => {
    localStorage.setItem('guest_key', 'mine')
    openAddress(`${paths.liveChat}#guest_key=another`)
    take()
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(offeredGuestKey()).toEqual({ key: 'another', source: 'link' })
    expect(address()).toBe(paths.liveChat)
  })

  test('keeps the key of a withdrawal in memory only, and removes it from the address', () => {
    openAddress(`${paths.withdraw}#guest_key=ended`)
    takeGuestKey({ stored: null, save: (key) => store('guest_key', key) })
    expect(address()).toBe(`${paths.withdraw}#guest_key=ended`)
    take()
    expect([withdrawalKey(), offeredGuestKey(), stored('guest_key')]).toEqual(['ended', undefined, null])
    expect(address()).toBe(paths.withdraw)
  })

  test('leaves a different key in the address for the app, which can check it', () => {
    openAddress(`${paths.liveChat}#guest_key=another`)
    takeGuestKey({ stored: 'mine', save: (key) => store('guest_key', key) })
    expect(stored('guest_key')).toBeNull()
    expect(address()).toBe(`${paths.liveChat}#guest_key=another`)
  })

  test('keeps the key in the address when it could not be saved', () => {
    openAddress(`${paths.liveChat}#guest_key=a-Key_1`)
    expect(() =>
      take(() => {
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
    take()
    expect(address()).toBe(paths.liveChat)
    expect(stored('guest_key')).toBe('a-Key_1')
    store('guest_key', null)
    expect(stored('guest_key')).toBeNull()
  })
})
