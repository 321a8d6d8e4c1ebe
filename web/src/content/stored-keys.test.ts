import { expect, test } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { storedKeys } from './stored-keys.ts'

test('the privacy policy lists every value that the site stores in the browser', () => {
  expect(storedKeys.map(({ name }) => name).toSorted()).toEqual(Object.values(storageKeys).toSorted())
})
