// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { takeGuestKey } from './guest-key.ts'
import { store, stored } from './stored.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser()

const arriveAt = (address: string) => window.history.replaceState({ kept: true }, '', address)
const address = () => window.location.pathname + window.location.search + window.location.hash

test('keeps the key that a receipt brings and takes it out of the address', () => {
  arriveAt('/livechat?open=chat#guest_key=a-Key_1')
  takeGuestKey(store)
  expect(localStorage.getItem('guest_key')).toBe('a-Key_1')
  expect(address()).toBe('/livechat?open=chat')
  expect(window.history.state).toEqual({ kept: true })
})

test.each(['/#guest_key=k', '/library#guest_key=k', '/livechat#guest_key=', '/livechat#key=k', '/livechat'])(
  'leaves %s alone',
  (where) => {
    localStorage.setItem('guest_key', 'mine')
    arriveAt(where)
    takeGuestKey(store)
    expect(localStorage.getItem('guest_key')).toBe('mine')
    expect(address()).toBe(where)
  },
)

test('leaves the key where it is when it could not be kept', () => {
  arriveAt('/livechat#guest_key=a-Key_1')
  expect(() =>
    takeGuestKey(() => {
      throw new Error('blocked')
    }),
  ).toThrow('blocked')
  expect(address()).toBe('/livechat#guest_key=a-Key_1')
})

test('lasts until the page is left in a browser that stores nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  arriveAt('/livechat#guest_key=a-Key_1')
  takeGuestKey(store)
  expect(address()).toBe('/livechat')
  expect(stored('guest_key')).toBe('a-Key_1')
  store('guest_key', null)
  expect(stored('guest_key')).toBeNull()
})
