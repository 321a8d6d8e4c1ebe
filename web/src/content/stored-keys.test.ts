import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { storedKeys } from './stored-keys.ts'

const isTest = /\.test\.tsx?$|\/fakes\/|\/testing\//
const sources = ['web/src', 'web/build', 'shared/values']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .filter((file) => !isTest.test(file) && !file.endsWith('content/stored-keys.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const namesOf = (pattern: RegExp) =>
  new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')))

describe('the privacy policy', () => {
  test('lists the keys that the code uses, and no others', () => {
    const used = namesOf(/\bstorageKeys\.(\w+)/g)
    // Files in which bytes count import a key by its own name.
    for (const name of namesOf(/import \{([^}]*)\} from '#shared\/values\/storage-keys\.ts'/g))
      for (const part of name.split(',')) used.add(part.trim().split(' ')[0] ?? '')
    const listed = new Set(storedKeys.map(({ name }) => name))
    const namesListed = Object.entries(storageKeys).filter(([, key]) => listed.has(key))
    expect(namesListed.map(([name]) => name).toSorted()).toEqual([...used].filter(Boolean).toSorted())
  })

  test('misses no key, because code stores values only under keys of the list', () => {
    // `store` and `storeInTab` accept only these keys; other code writes with `setItem`.
    const written = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\.setItem\(\s*([^,\s]+)/g)].map(([, key]) => `${file}: ${key ?? ''}`),
    )
    const allowed = /: storageKeys\.\w+$|lib\/(?:browser-storage|session-storage)\.ts: key$/
    expect(written.filter((line) => !allowed.test(line))).toEqual([])
    const cookies = sources.filter(({ text }) => /document\.cookie = |cookieStore/.test(text))
    // The last one deletes the cookies of chat widgets.
    expect(cookies.map(({ file }) => file).toSorted()).toEqual([
      'web/src/lib/chat-state.ts',
      'web/src/lib/consent.ts',
      'web/src/lib/session-storage.ts',
    ])
    const direct = sources.filter(({ text }) =>
      /(?:local|session)Storage(?:\[|\.[a-z]\w* = )|indexedDB|\bcaches\.|serviceWorker/.test(text),
    )
    expect(direct.map(({ file }) => file)).toEqual([])
  })
})
