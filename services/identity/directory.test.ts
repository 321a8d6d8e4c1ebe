import { expect, test } from 'vitest'
import { directoryWrites, searchableParts } from './directory.ts'
import { directoryRemovals } from './public.ts'

test.each([
  ['nia@agency.co.uk', ['nia@agency.co.uk', 'agency.co.uk', '@agency.co.uk']],
  [
    'nia.hill-o2@agency.example',
    [
      'nia.hill-o2@agency.example',
      'hill-o2@agency.example',
      'o2@agency.example',
      'agency.example',
      '@agency.example',
    ],
  ],
  [
    'nia@park-lettings.co.uk',
    ['nia@park-lettings.co.uk', 'park-lettings.co.uk', '@park-lettings.co.uk', 'lettings.co.uk'],
  ],
  [
    '_siân@agency.example',
    ['_siân@agency.example', 'siân@agency.example', 'agency.example', '@agency.example'],
  ],
])('%s is found by %j', (email, parts) => {
  expect(searchableParts(email)).toEqual(parts)
})

test('an address of very many words takes no more than a transaction has room for', () => {
  const email = `${'a.'.repeat(31)}a@${'b-'.repeat(30)}b.example`
  expect(searchableParts(email)).toHaveLength(17)
})

test('what is written of somebody can be removed, and nothing of somebody else', () => {
  const person = (userId: string) => ({ userId, email: 'Nia.Hill@agency.example' })
  const keysOf = (writes: readonly { key: object }[]) => writes.map(({ key }) => JSON.stringify(key))
  expect(keysOf(directoryRemovals(person('nia')))).toEqual(keysOf(directoryWrites(person('nia'))))
  expect(keysOf(directoryRemovals(person('another')))).not.toEqual(keysOf(directoryWrites(person('nia'))))
})
