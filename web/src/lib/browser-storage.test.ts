// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { selectedPlan as key } from '#shared/values/storage-keys.ts'
import { store, stored, storedInTab, storeInTab } from './browser-storage.ts'
import { inFreshBrowser } from './testing/show-page.tsx'

inFreshBrowser()

test.each([
  { kind: 'local storage', write: store, read: stored },
  { kind: 'session storage', write: storeInTab, read: storedInTab },
])('a text that replaces an earlier one is returned although $kind is full', ({ write, read }) => {
  write(key, 'earlier')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  write(key, 'a longer text')
  expect(read(key)).toBe('a longer text')
  full.mockRestore()
  write(key, 'the last text')
  expect(read(key)).toBe('the last text')
})
